/**
 * Returns the number of seconds to wait according to a Retry-After header, which can also contain a date (RFC 9110
 * §10.2.3). Returns undefined unless the header gives a time in the future.
 */
export const readRetryAfter = (value: string | null | undefined): number | undefined => {
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
};
