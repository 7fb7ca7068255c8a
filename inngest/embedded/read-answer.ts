import { createHash } from "node:crypto";
import { z } from "zod";
import { retryAfterMs } from "./time";
import { Op } from "./wire";

/** The outcome of a function call. */
export type Answer =
  | { kind: "completed"; output: unknown; done: Op[] }
  | { kind: "failed"; error: unknown }
  /** Retried unless all attempts are used up; `step` is the step that failed, or null for the function itself. */
  | { kind: "error"; error: unknown; step: Op | null; final: boolean; retryAfterMs: number | null; done: Op[] }
  | { kind: "progress"; done: Op[]; open: Op[] };

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** The id that the SDK uses in place of a step id for the run as a whole. */
const wholeRun = createHash("sha1").update("complete").digest("hex");

const isDone = ({ op }: Op): boolean => op === "StepRun" || op === "Step" || op === "StepFailed";

const parseJson = (text: string): { value: unknown } | null => {
  try {
    return { value: text === "" ? null : JSON.parse(text) };
  } catch {
    return null;
  }
};

const failure = (raw: RawAnswer, error: unknown, step: Op | null = null, done: Op[] = []): Answer => ({
  kind: "error",
  error,
  step,
  final: raw.headers.get("x-inngest-no-retry") === "true",
  retryAfterMs: retryAfterMs(raw.headers.get("retry-after")),
  done,
});

const readOps = (raw: RawAnswer, ops: Op[]): Answer => {
  const done = ops.filter(isDone);
  const ended = ops.find(({ op }) => op === "RunComplete");
  if (ended) return { kind: "completed", output: ended.data, done };
  const fatal = ops.find(({ op, id }) => op === "StepFailed" && id === wholeRun);
  if (fatal) return { kind: "failed", error: fatal.error };
  const bad = ops.find(({ op }) => op === "StepError");
  if (bad) return failure(raw, bad.error, bad.id === wholeRun ? null : bad, done);
  return { kind: "progress", done, open: ops.filter((op) => !isDone(op) && op.op !== "DiscoveryRequest") };
};

/**
 * Reads the SDK's response to a call (SDK_SPEC.md §4.4). A response that can't be read counts as an error that can be
 * retried.
 */
export const readAnswer = (raw: RawAnswer): Answer => {
  const body = parseJson(raw.text);
  if (!body) return failure(raw, { name: "UnreadableAnswer", message: raw.text.slice(0, 500) });
  if (raw.status === 200) return { kind: "completed", output: body.value, done: [] };
  if (raw.status !== 206) return failure(raw, body.value);
  const ops = z.array(Op).safeParse(Array.isArray(body.value) ? body.value : [body.value]);
  if (!ops.success) return failure(raw, { name: "UnreadableAnswer", message: z.prettifyError(ops.error) });
  return readOps(raw, ops.data);
};
