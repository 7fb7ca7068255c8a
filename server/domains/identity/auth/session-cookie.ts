import type { CookieOption } from "next-auth";
import { env } from "@/server/core/env";

/**
 * Returns the browser's session cookie for a base URL. Over HTTPS, the `__Host-` prefix stops other hosts on the domain
 * from setting the cookie; browsers reject the prefix over HTTP.
 */
export const sessionCookieAt = (baseUrl: string) => {
  const secure = baseUrl.startsWith("https:");
  return {
    name: `${secure ? "__Host-" : ""}next-auth.session-token`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } satisfies CookieOption;
};

export const sessionCookie = sessionCookieAt(env.BASE_URL);
