import { createHash } from "node:crypto";
import type { Call, Db } from "./context";
import { AppError } from "./errors";
import { invalidInput } from "./problem";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

interface Request {
  call: Call;
  scope: string;
  input: unknown;
}

const keptHours = 24;

/** A few at a time, and none that another call is deleting. */
const forgetOld = (db: Db): Promise<number> => db.$executeRaw`
  DELETE FROM idempotent_answers WHERE (scope, key) IN (
    SELECT scope, key FROM idempotent_answers WHERE created_at < now() - make_interval(hours => ${keptHours}::int)
    ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)`;

/**
 * Runs `work` once per Idempotency-Key of a caller: the first to insert the key runs it, in the transaction that
 * stores the answer; a later one with the same input is given that answer, for 24 hours. Throws `conflict` for another
 * input.
 */
export const answerOnce = async <T>(db: Db, { call, scope, input }: Request, work: () => Promise<T>): Promise<T> => {
  const key = call.headers.get("idempotency-key");
  if (key === null) return work();
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidInput([{ path: "Idempotency-Key", message: "Use 1 to 255 visible ASCII characters." }]);
  await forgetOld(db);
  const place = { scope: `${scope}:${hash(call.headers.get("authorization") ?? "")}`, key };
  const request_hash = hash(JSON.stringify(input));
  const { count } = await db.idempotentAnswer.createMany({
    data: [{ ...place, request_hash, status: 0, body: {} }],
    skipDuplicates: true,
  });
  if (count === 0) {
    const earlier = await db.idempotentAnswer.findUniqueOrThrow({ where: { scope_key: place } });
    if (earlier.request_hash !== request_hash)
      throw new AppError("conflict", "This Idempotency-Key was used with another body. Please take a new one.");
    return earlier.body as T;
  }
  const answer = await work();
  await db.idempotentAnswer.update({ where: { scope_key: place }, data: { body: answer as object } });
  return answer;
};
