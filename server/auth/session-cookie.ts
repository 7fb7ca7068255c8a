import { env } from "@/server/core/env";

export const secureCookies = env.BASE_URL.startsWith("https:");

/** The `__Host-` prefix keeps other hosts of the domain from setting it; browsers take it over HTTPS only. */
export const sessionCookieName = `${secureCookies ? "__Host-" : ""}next-auth.session-token`;

export const readCookies = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    (headers.get("cookie") ?? "").split(";").flatMap((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) return [];
      const value = pair.slice(at + 1).trim();
      return [[pair.slice(0, at).trim(), decode(value)]];
    }),
  );

const decode = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};
