import type { Role } from "@/server/auth/permissions";
import { sessionCookie } from "@/server/auth/session-cookie";
import { sessionSeconds } from "@/server/auth/sessions";
import { signToken } from "@/server/auth/token";
import type { Ctx } from "@/server/core/context";

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
 * A token of the caller's session for another organisation: a bearer gets it back, a browser gets it as its cookie,
 * and then null comes back.
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
