import type { CookieOption } from "next-auth";
import { env } from "@/server/core/env";

/**
 * The browser's session cookie at an address. Over HTTPS its `__Host-` prefix keeps other hosts of the domain from
 * setting it; browsers refuse the prefix over HTTP.
 */
export const sessionCookieAt = (baseUrl: string) => {
  const secure = baseUrl.startsWith("https:");
  return {
    name: `${secure ? "__Host-" : ""}next-auth.session-token`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } satisfies CookieOption;
};

export const sessionCookie = sessionCookieAt(env.BASE_URL);

const decode = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

export const readCookies = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    (headers.get("cookie") ?? "").split(";").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]];
    }),
  );
