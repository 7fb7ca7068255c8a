import { createHash } from "node:crypto";
import { getDatabase } from "@/server/adapters/database";
import type { Call, Db } from "./context";
import { AppError } from "./errors";
import { invalidInput } from "./problem";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A call that carries an Idempotency-Key. */
export interface KeyedCall {
  scope: string;
  key: string;
  request_hash: string;
}

const keptHours = 24;

/**
 * The call as its Idempotency-Key names it: a key counts per endpoint and caller. null without the header. Throws
 * `invalid_input` for one that is no key.
 */
export const readKeyedCall = ({ headers }: Call, path: string, input: unknown): KeyedCall | null => {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidInput([{ path: "Idempotency-Key", message: "Use 1 to 255 visible ASCII characters." }]);
  return {
    scope: `${path}:${hash(headers.get("authorization") ?? "")}`,
    key,
    request_hash: hash(JSON.stringify(input)),
  };
};

/** A key for a provider: the same for a repeated call, and for no other one. */
export const providerKeyOf = ({ scope, key, request_hash }: KeyedCall): string =>
  hash(JSON.stringify([scope, key, request_hash]));

const batchSize = 100;

/** Removes a batch of answers older than 24 hours, none that a call is replacing. Answers whether there may be more. */
export const forgetOldAnswers = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const removed = await prisma.$executeRaw`
    DELETE FROM idempotent_answers WHERE (scope, key) IN (
      SELECT scope, key FROM idempotent_answers WHERE created_at < now() - make_interval(hours => ${keptHours}::int)
      ORDER BY created_at LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED)`;
  return removed === batchSize;
};

const oldest = (): Date => new Date(Date.now() - keptHours * 3_600_000);

const bodyFor = ({ request_hash }: KeyedCall, earlier: { request_hash: string; body: unknown }): unknown => {
  if (earlier.request_hash === request_hash) return earlier.body;
  throw new AppError("conflict", "This Idempotency-Key was used with another body. Please take a new one.");
};

/** The answer kept for a call within the last 24 hours; null for a new one. Throws `conflict` for another input. */
export const findAnswer = async (db: Db, call: KeyedCall): Promise<{ body: unknown } | null> => {
  const { scope, key } = call;
  const earlier = await db.idempotentAnswer.findFirst({ where: { scope, key, created_at: { gt: oldest() } } });
  return earlier && { body: bodyFor(call, earlier) };
};

/**
 * Runs `work` once per key: the first call to insert it runs `work`, in the transaction that stores the answer; a later
 * one with the same input is given that answer, for 24 hours. Throws `conflict` for another input.
 */
export const answerOnce = async <T>(db: Db, call: KeyedCall, work: () => Promise<T>): Promise<T> => {
  const { scope, key, request_hash } = call;
  const where = { scope_key: { scope, key } };
  await db.idempotentAnswer.deleteMany({ where: { scope, key, created_at: { lte: oldest() } } });
  const { count } = await db.idempotentAnswer.createMany({
    data: [{ scope, key, request_hash, status: 0, body: {} }],
    skipDuplicates: true,
  });
  if (count === 0) return bodyFor(call, await db.idempotentAnswer.findUniqueOrThrow({ where })) as T;
  const answer = await work();
  await db.idempotentAnswer.update({ where, data: { body: answer as object } });
  return answer;
};
