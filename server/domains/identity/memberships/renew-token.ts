import type { Ctx } from "@/server/core/context";
import type { Role } from "@/server/core/permissions";
import { sessionCookie } from "../auth/session-cookie";
import { sessionSeconds } from "../auth/sessions";
import { signToken } from "../auth/token";

const cookieOf = (token: string): string => {
  const { name, options } = sessionCookie;
  return [
    `${name}=${token}`,
    `Path=${options.path}`,
    `Max-Age=${sessionSeconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(options.secure ? ["Secure"] : []),
  ].join("; ");
};

/**
 * Issues a token that moves the caller's session to another organisation. Returns the token if the caller sent a bearer
 * token; for a browser, sets it as the cookie and returns null.
 */
export const renewToken = async (
  { call, reply, user_id, session_id }: Ctx,
  place: { org_id: string; role: Role },
): Promise<string | null> => {
  const token = await signToken({ user_id, session_id, ...place });
  if (/^bearer\b/i.test(call.headers.get("authorization") ?? "")) return token;
  reply.headers.append("Set-Cookie", cookieOf(token));
  return null;
};
