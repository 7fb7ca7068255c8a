import { availableParallelism } from "node:os";
import type { Outcome, Step } from "./step";

const runStep = async ({ name, run }: Step, say: (line: string) => void): Promise<string | null> => {
  const started = performance.now();
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    outcome = { problems: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
  const mark = outcome.problems ? "FAIL" : "ok";
  say(`${mark.padEnd(5)}${name.padEnd(16)}${seconds} s  ${outcome.note ?? ""}`.trimEnd());
  return outcome.problems ? `\n── ${name} ──\n${outcome.problems}` : null;
};

/**
 * Runs as many steps at a time as there are cores, then prints the problems of the failed steps. Resolves to the number
 * of failed steps.
 */
export const runSteps = async (
  steps: readonly Step[],
  say: (line: string) => void,
  atOnce = Math.max(2, availableParallelism()),
): Promise<number> => {
  const queue = [...steps];
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const failure = await runStep(step, say);
      if (failure) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const failure of failures) say(failure);
  return failures.length;
};
