import { availableParallelism } from "node:os";
import type { Outcome, Result, Step } from "./step";

const isList = (outcome: Outcome | readonly Result[]): outcome is readonly Result[] => Array.isArray(outcome);

const toProblem = (error: unknown): Outcome => ({
  problems: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

/** Runs a step. An error that it throws becomes its outcome. */
export const runStep = async ({ name, run }: Step): Promise<readonly Result[]> => {
  const started = performance.now();
  const outcome = await run().catch(toProblem);
  return isList(outcome) ? outcome : [{ name, seconds: (performance.now() - started) / 1000, outcome }];
};

const toLine = ({ name, seconds, outcome: { problems, note } }: Result): string =>
  `${(problems ? "FAIL" : "ok").padEnd(5)}${name.padEnd(16)}${seconds.toFixed(1).padStart(5)} s  ${note ?? ""}`.trimEnd();

/**
 * Runs as many steps at a time as there are cores, then prints the errors of the failed steps. Resolves to the number
 * of failed steps.
 */
export const runSteps = async (
  steps: readonly Step[],
  say: (line: string) => void,
  atOnce = Math.max(2, availableParallelism()),
): Promise<number> => {
  const queue = [...steps];
  const failed: Result[] = [];
  const work = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift())
      for (const result of await runStep(step)) {
        say(toLine(result));
        if (result.outcome.problems) failed.push(result);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const { name, outcome } of failed) say(`\n── ${name} ──\n${outcome.problems}`);
  return failed.length;
};
