import "../support/environment";
import { expect, test } from "@playwright/test";
import { measureCpuOf } from "../support/cpu";
import { foreignParsers } from "../support/fuzz/foreign-parsers";
import type { ForeignParser } from "../support/fuzz/parser-kinds";
import { createRandom } from "../support/fuzz/random";
import { rounds } from "../support/rounds";

const inputs = rounds("PARSER_FUZZ_INPUTS", { usual: 2_000, promised: 100_000 });
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_122);
const MAX_CPU_MS = 50;
/** Number of inputs measured together. If a batch takes too long, each of its inputs is measured individually. */
const BATCH = 20;
const ATTEMPTS = 5;
/**
 * Minimum share of inputs that a parser has to accept, and minimum share that it has to reject. If a parser accepts a
 * smaller share, the inputs don't get past its first check; if it rejects a smaller share, it hardly checks anything.
 */
const LEAST_SHARE = 0.01;

type Prepared = ReturnType<ForeignParser["prepare"]>;

interface Outcome {
  problems: string[];
  taken: number;
  refused: number;
  /**
   * The most CPU time taken by a batch or, where a batch exceeded the limit, by one of its inputs. In milliseconds.
   */
  slowest: number;
}

const newOutcome = (): Outcome => ({ problems: [], taken: 0, refused: 0, slowest: 0 });

const show = (input: unknown): string => (JSON.stringify(input) ?? String(input)).slice(0, 300);

const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : String(error);

const readAll = async (batch: readonly Prepared[], outcome: Outcome): Promise<void> => {
  for (const { input, read } of batch)
    try {
      const reply = read();
      const isTaken = reply instanceof Promise ? await reply : reply;
      if (isTaken === true) outcome.taken += 1;
      if (isTaken === false) outcome.refused += 1;
    } catch (error) {
      outcome.problems.push(`${describeError(error)}\n${show(input)}`);
    }
};

/**
 * Returns the minimum of several measurements, because any of them may include compilation, or garbage collection
 * caused by other work.
 */
const leastCpuOf = async (prepared: Prepared): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > MAX_CPU_MS; attempt += 1)
    least = Math.min(least, await measureCpuOf(() => readAll([prepared], newOutcome())));
  return least;
};

const fuzz = async ({ prepare, ready }: ForeignParser): Promise<Outcome> => {
  await ready?.();
  const random = createRandom(seed);
  const outcome = newOutcome();
  for (let done = 0; done < inputs && outcome.problems.length < 5; done += BATCH) {
    const batch = Array.from({ length: BATCH }, () => prepare(random));
    const took = await measureCpuOf(() => readAll(batch, outcome));
    if (took < MAX_CPU_MS) outcome.slowest = Math.max(outcome.slowest, took);
    for (const each of took < MAX_CPU_MS ? [] : batch) {
      const least = await leastCpuOf(each);
      outcome.slowest = Math.max(outcome.slowest, least);
      if (least > MAX_CPU_MS) outcome.problems.push(`took ${least} ms: ${show(each.input)}`);
    }
  }
  return outcome;
};

for (const parser of foreignParsers)
  test(`${parser.name}: none of ${inputs} hostile inputs throws or takes more than 50 ms [H2] [H3]`, async () => {
    test.setTimeout(40 * 60_000);
    const { problems, taken, refused, slowest } = await fuzz(parser);
    const parsed = taken + refused;
    const share = parsed === 0 ? "takes every one" : `takes ${((100 * taken) / parsed).toFixed(1)} %`;
    console.log(`${parser.name} | ${inputs} | ${slowest.toFixed(1)} ms | ${share}`);
    expect(problems).toEqual([]);
    if (parsed === 0) return;
    expect(parsed).toBeGreaterThanOrEqual(inputs);
    expect(taken / parsed, "share of accepted inputs").toBeGreaterThan(LEAST_SHARE);
    expect(refused / parsed, "share of rejected inputs").toBeGreaterThan(LEAST_SHARE);
  });
