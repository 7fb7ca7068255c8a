import type { Call, Reply } from "@/server/core/context";
import { readCookies } from "@/server/core/cookies";
import { purposes, seal, unseal } from "@/server/core/sealed";
import { sessionCookie } from "./session-cookie";

const { secure } = sessionCookie.options;
const name = `${secure ? "__Host-" : ""}curbcut.sign-up`;
const hours = 24;

/**
 * Marks the browser that was used to sign up. The cookie is set even if the email address already has an account, and
 * it is encrypted, so that it doesn't reveal which addresses have accounts.
 */
export const setSignUpCookie = async ({ headers }: Reply, sign_up_id: string): Promise<void> =>
  headers.append(
    "Set-Cookie",
    [
      `${name}=${await seal(sign_up_id, purposes.signUpCookie)}`,
      "Path=/",
      `Max-Age=${hours * 60 * 60}`,
      "HttpOnly",
      "SameSite=Lax",
      ...(secure ? ["Secure"] : []),
    ].join("; "),
  );

/** Returns the id of the sign-up made in the caller's browser, or null. */
export const readSignUpCookie = async ({ headers }: Pick<Call, "headers">): Promise<string | null> => {
  const sealed = readCookies(headers)[name];
  return sealed ? unseal(sealed, purposes.signUpCookie).catch(() => null) : null;
};

/**
 * Reports whether the call came from a browser, through our pages or another front end. Browsers are recognised by
 * headers that they always add.
 */
export const isFromBrowser = ({ transport, headers }: Pick<Call, "transport" | "headers">): boolean =>
  transport === "trpc" || headers.has("origin") || headers.has("sec-fetch-site");
