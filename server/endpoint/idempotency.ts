import { createHash } from "node:crypto";
import type { CallContext, Caller, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  scope: string;
  key: string;
  request_hash: string;
}

/** Number of days for which a repeated call gets the stored response. */
export const responsesKeptDays = 1;

/**
 * Returns the scope of a caller's keys. Anonymous callers are distinguished by IP address, so clients behind one NAT
 * share keys, and a client whose address changes between attempts is treated as a different caller.
 */
const scopeOf = ({ call, caller }: CallContext & { caller: Caller }): string => {
  if (caller.kind === "user") return `user ${caller.principal.user_id} ${caller.principal.org_id}`;
  const proof = call.headers.get("authorization") ?? "";
  return caller.kind === "service-key" ? proof : `${call.ip} ${proof}`;
};

/**
 * Returns the call that the Idempotency-Key identifies for this endpoint and caller, or null if the header is missing.
 * Throws `invalid_input` for an invalid key.
 */
export const readKeyedCall = (
  context: CallContext & { caller: Caller },
  path: string,
  input: unknown,
): KeyedCall | null => {
  const key = context.call.headers.get("idempotency-key");
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidInput([{ path: "Idempotency-Key", message: "Use 1 to 255 visible ASCII characters." }]);
  return {
    scope: `${path}:${hash(scopeOf(context))}`,
    key,
    request_hash: hash(JSON.stringify(input)),
  };
};

/** Returns the idempotency key to send to a provider: the same for a repeated call, different for all other calls. */
export const providerKeyOf = ({ scope, key, request_hash }: KeyedCall): string =>
  hash(JSON.stringify([scope, key, request_hash]));

const oldest = (): Date => new Date(Date.now() - responsesKeptDays * 86_400_000);

const bodyFor = ({ request_hash }: KeyedCall, earlier: { request_hash: string; body: unknown }): unknown => {
  if (earlier.request_hash === request_hash) return earlier.body;
  throw new AppError("conflict", "This Idempotency-Key was already used with a different body. Use a new key.");
};

/**
 * Returns the response stored for a call in the last 24 hours; null for a new call. Throws `conflict` if the input
 * differs.
 */
export const findStoredResponse = async (db: Db, call: KeyedCall): Promise<{ body: unknown } | null> => {
  const { scope, key } = call;
  const earlier = await db.idempotentResponse.findFirst({ where: { scope, key, created_at: { gt: oldest() } } });
  return earlier && { body: bodyFor(call, earlier) };
};

/**
 * Runs `work` once per key: the first call to insert the key runs `work` in the transaction that stores the response.
 * For 24 hours, later calls with the same input return that response. Throws `conflict` if the input differs.
 */
export const answerOnce = async <T>(db: Db, call: KeyedCall, work: () => Promise<T>): Promise<T> => {
  const { scope, key, request_hash } = call;
  const where = { scope_key: { scope, key } };
  await db.idempotentResponse.deleteMany({ where: { scope, key, created_at: { lte: oldest() } } });
  const { count } = await db.idempotentResponse.createMany({
    data: [{ scope, key, request_hash, status: 0, body: {} }],
    skipDuplicates: true,
  });
  if (count === 0) return bodyFor(call, await db.idempotentResponse.findUniqueOrThrow({ where })) as T;
  const answer = await work();
  await db.idempotentResponse.update({ where, data: { body: answer as object } });
  return answer;
};
