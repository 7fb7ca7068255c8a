import { createHash } from "node:crypto";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import type { ProviderId } from "./provider-ids";

/** How a person has proved that they own an account. */
export type Proof = { method: "password"; password_digest: string } | { method: ProviderId; subject: string };

/** Returns a digest that distinguishes password hashes without revealing them. */
export const digestPasswordHash = (password_hash: string): string =>
  createHash("sha256").update(password_hash).digest("base64url");

const stillHolds = async (db: Db, user_id: string, password_hash: string | null, proof: Proof): Promise<boolean> => {
  if (proof.method === "password")
    return password_hash !== null && digestPasswordHash(password_hash) === proof.password_digest;
  const { method: provider, subject } = proof;
  return (await db.linkedIdentity.count({ where: { user_id, provider, subject } })) > 0;
};

/**
 * Throws `invalid_credentials` if the proof is no longer valid, because the owner has since changed the password or
 * removed the sign-in method. The user's row stays locked until the transaction ends, so that the password and the
 * sign-in methods can't change before then.
 */
export const assertProofHolds = async (db: Db, user_id: string, proof: Proof): Promise<void> => {
  const [user] = await db.$queryRaw<{ password_hash: string | null }[]>`
    SELECT password_hash FROM users WHERE id = ${user_id}::uuid FOR SHARE`;
  if (user && (await stillHolds(db, user_id, user.password_hash, proof))) return;
  throw new AppError("invalid_credentials", "Your password or sign-in method has just changed. Sign in again.");
};
