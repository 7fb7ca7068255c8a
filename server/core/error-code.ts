/** Returns the code of an error, such as `ENOENT`; undefined if the value has no code. */
export const errorCode = (error: unknown): string | undefined => {
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
};
