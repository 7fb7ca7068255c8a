import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import { fromLines, type Step } from "./step";

export interface Coverage {
  covered: number;
  total: number;
  /** Numbers that tests refer to but that aren't in the checklist, each with its test file. */
  unknown: string[];
  uncovered: number[];
}

export interface TestFile {
  path: string;
  text: string;
}

/**
 * Compares tests with the checklist. The numbered lines of docs/checklist.md are its statements. A test refers to a
 * statement by a number such as `[#41]` in its title.
 */
export const measureCoverage = (checklist: string, tests: readonly TestFile[]): Coverage => {
  const numbers = new Set([...checklist.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)));
  const named = tests.flatMap(({ path, text }) =>
    [...text.matchAll(/\[#(\d+)\]/g)].map(([, number]) => ({ number: Number(number), path })),
  );
  const covered = new Set(named.map(({ number }) => number).filter((number) => numbers.has(number)));
  return {
    covered: covered.size,
    total: numbers.size,
    unknown: named.filter(({ number }) => !numbers.has(number)).map(({ number, path }) => `[#${number}] in ${path}`),
    uncovered: [...numbers].filter((number) => !covered.has(number)),
  };
};

export const checklist: Step = {
  name: "checklist",
  run: async () => {
    const tests = listFiles(root, "tests")
      .filter((path) => path.endsWith(".spec.ts") && !path.includes("unit/checks"))
      .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
    const { covered, total, unknown, uncovered } = measureCoverage(
      readFileSync(join(root, "docs/checklist.md"), "utf8"),
      tests,
    );
    const problems = [
      ...unknown.map((place) => `${place} isn't a statement in docs/checklist.md`),
      ...uncovered.map((number) => `No test refers to [#${number}] in docs/checklist.md`),
    ];
    return fromLines(problems, `${covered} of ${total} statements referenced by a test`);
  },
};
