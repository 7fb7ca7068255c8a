import { env } from "@/server/core/env";
import type { Linking } from "@/server/features/auth";
import { readSessionCookie } from "./authenticate";
import { readCookies, sessionCookie } from "./session-cookie";

const accountPage = `${env.BASE_URL}/accessibility/account`;

/** next-auth's own name for where to go on after the provider. */
const placeCookie = `${sessionCookie.options.secure ? "__Secure-" : ""}next-auth.callback-url`;

/** The address of the account page, saying how a linking ended. */
export const linkingPage = (outcome: Record<string, string>): string =>
  `${accountPage}?${new URLSearchParams(outcome)}`;

/** Whether who comes back from a provider went there from the account page, and not to sign in. */
export const readLinking = async (headers: Headers, call: Linking["call"]): Promise<Linking | null> => {
  const cookies = readCookies(headers);
  const place = cookies[placeCookie] ?? "";
  const token = URL.canParse(place) ? new URL(place).searchParams.get("link") : null;
  if (!token || !place.startsWith(`${accountPage}?`)) return null;
  const principal = await readSessionCookie(cookies[sessionCookie.name] ?? "");
  return principal && { token, principal, call };
};
