import type { Principal } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import type { Authenticate } from "@/server/core/rest";
import { readCookies, sessionCookie } from "./session-cookie";
import { findLivingRole, goOnWithSession, sessionSeconds } from "./sessions";
import { verifyToken } from "./token";

const fromBearer = async (token: string): Promise<Principal> => {
  const subject = await verifyToken(token);
  const role = await findLivingRole(subject);
  if (!role) throw new AppError("token_expired", "The session has ended. Please sign in again.");
  return { ...subject, role, via: "bearer" };
};

/**
 * The token in the cookie may be older than its 60 minutes: the browser renews it when the app is opened, not between
 * two calls. What counts is that its session lives, which sign-out ends at once. Whoever was removed from its
 * organisation goes on in another one of theirs; the next renewal writes that into the cookie.
 */
export const readSessionCookie = async (token: string): Promise<Principal | null> => {
  const subject = await verifyToken(token, { graceSeconds: sessionSeconds }).catch(() => null);
  if (!subject) return null;
  const role = await findLivingRole(subject);
  const living = role ? { ...subject, role } : await goOnWithSession(subject);
  return living && { ...living, via: "cookie" };
};

/**
 * Who calls: by `Authorization: Bearer`, else by the session cookie. Null for nobody and for a cookie whose session is
 * over; a bearer token that is bad or over throws `not_authenticated` or `token_expired`.
 */
export const authenticate: Authenticate = async (headers) => {
  const bearer = /^bearer(?:\s+(.*))?$/i.exec(headers.get("authorization") ?? "");
  if (bearer) return fromBearer(bearer[1]?.trim() ?? "");
  const cookie = readCookies(headers)[sessionCookie.name];
  return cookie ? readSessionCookie(cookie) : null;
};
