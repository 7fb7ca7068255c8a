export const register = async (): Promise<void> => {
  // biome-ignore lint/style/noProcessEnv: Next.js replaces this at build time, which keeps Node's modules out of its edge bundle.
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { startOrExit } = await import("./start/register");
  await startOrExit();
};
