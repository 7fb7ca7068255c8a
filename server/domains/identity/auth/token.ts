import { errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { type Role, roles } from "@/server/core/permissions";
import { algorithm, getKeyRing } from "./keys";

export const accessTokenSeconds = 60 * 60;
export const audience = "curbcut-api";

/** The content of an access token: user, session and active organisation. The role is only a hint for the client. */
export interface TokenSubject {
  user_id: string;
  session_id: string;
  org_id: string;
  role: Role;
}

const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), org: z.uuid(), role: z.enum(roles) });

/** Signs an access token. All access tokens are created here, both for REST callers and for the browser's cookie. */
export const signToken = async ({ user_id, session_id, org_id, role }: TokenSubject): Promise<string> => {
  const { signing } = await getKeyRing();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ sid: session_id, org: org_id, role })
    .setProtectedHeader({ alg: algorithm, typ: "JWT", kid: signing.kid })
    .setIssuer(env.BASE_URL)
    .setAudience(audience)
    .setSubject(user_id)
    .setIssuedAt(now)
    .setExpirationTime(now + accessTokenSeconds)
    .setJti(newId())
    .sign(signing.key);
};

const badToken = (cause: unknown): AppError =>
  new AppError("not_authenticated", "The access token isn't valid. Sign in again.", undefined, { cause });

const findKey: JWTVerifyGetKey = async ({ kid }) => {
  const key = (await getKeyRing()).verifying.get(kid ?? "");
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
};

/**
 * Verifies a token's signature, issuer, audience, type and claims. Accepts a token that expired at most `graceSeconds`
 * seconds ago. Throws `token_expired` or `not_authenticated`. Doesn't check whether the session is still active.
 */
export const verifyToken = async (token: string, { graceSeconds = 0 } = {}): Promise<TokenSubject> => {
  try {
    const { payload } = await jwtVerify(token, findKey, {
      algorithms: [algorithm],
      issuer: env.BASE_URL,
      audience,
      typ: "JWT",
      requiredClaims: ["sub", "sid", "org", "role", "iat", "exp", "jti"],
      clockTolerance: graceSeconds,
    });
    const { sub, sid, org, role } = Claims.parse(payload);
    return { user_id: sub, session_id: sid, org_id: org, role };
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new AppError("token_expired", "The access token has expired. Refresh it or sign in again.");
    throw badToken(error);
  }
};
