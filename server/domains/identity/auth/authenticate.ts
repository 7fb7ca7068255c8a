import type { Principal } from "@/server/core/context";
import { readCookies } from "@/server/core/cookies";
import { AppError } from "@/server/core/errors";
import type { Authenticate } from "@/server/endpoint/rest";
import { sessionCookie } from "./session-cookie";
import { continueInOtherOrganisation, findCurrentRole, sessionSeconds } from "./sessions";
import { verifyToken } from "./token";

const fromBearer = async (token: string): Promise<Principal> => {
  const subject = await verifyToken(token);
  const role = await findCurrentRole(subject);
  if (!role) throw new AppError("token_expired", "Your session has ended. Sign in again.");
  return { ...subject, role, via: "bearer" };
};

/**
 * Identifies the user by the token in the session cookie. The token may be older than 60 minutes, because the browser
 * renews it only when the app is opened, but the session must not have ended. A user who was removed from the session's
 * organisation continues in another of their organisations, and the next renewal updates the cookie.
 */
export const readSessionCookie = async (token: string): Promise<Principal | null> => {
  const subject = await verifyToken(token, { graceSeconds: sessionSeconds }).catch(() => null);
  if (!subject) return null;
  const role = await findCurrentRole(subject);
  const living = role ? { ...subject, role } : await continueInOtherOrganisation(subject);
  return living && { ...living, via: "cookie" };
};

/**
 * Identifies the caller by `Authorization: Bearer` or, without it, by the session cookie. Returns null for an anonymous
 * caller and for a cookie whose session has ended. Throws `not_authenticated` for an invalid bearer token, and
 * `token_expired` for an expired one.
 */
export const authenticate: Authenticate = async (headers) => {
  const authorization = headers.get("authorization") ?? "";
  if (/^bearer(?:\s|$)/i.test(authorization)) return fromBearer(authorization.slice("bearer".length).trim());
  const cookie = readCookies(headers)[sessionCookie.name];
  return cookie ? readSessionCookie(cookie) : null;
};
