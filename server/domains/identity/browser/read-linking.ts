import { readCookies } from "@/server/core/cookies";
import { env } from "@/server/core/env";
import { isUrl } from "@/server/core/is-url";
import { readSessionCookie } from "../auth/authenticate";
import { sessionCookie } from "../auth/session-cookie";
import type { Linking } from "../sign-in";

const accountPage = `${env.BASE_URL}/accessibility/account`;

/** The cookie in which next-auth stores the URL to which the browser returns from the provider. */
const placeCookie = `${sessionCookie.options.secure ? "__Secure-" : ""}next-auth.callback-url`;

/** Returns the URL of the account page with the outcome of linking a provider. */
export const linkingPage = (outcome: Record<string, string>): string =>
  `${accountPage}?${new URLSearchParams(outcome)}`;

/** Returns the linking request that a callback completes; null if the user went to the provider to sign in. */
export const readLinking = async (headers: Headers, call: Linking["call"]): Promise<Linking | null> => {
  const cookies = readCookies(headers);
  const place = cookies[placeCookie] ?? "";
  const token = isUrl(place) ? new URL(place).searchParams.get("link") : null;
  if (!token || !place.startsWith(`${accountPage}?`)) return null;
  const principal = await readSessionCookie(cookies[sessionCookie.name] ?? "");
  return principal && { token, principal, call };
};
