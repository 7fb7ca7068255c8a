import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** File, line, title and error of each failed test. */
  failures: string[];
  /** The same details for each test that failed at first but passed when repeated. These tests count as passed. */
  flaky: string[];
}

const Problem = z.object({ message: z.string().optional() });

const Spec = z.object({
  file: z.string(),
  line: z.number(),
  title: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ errors: z.array(Problem) })) })),
});

const Suite = z.object({
  specs: z.array(Spec).default([]),
  get suites() {
    return z.array(Suite).default([]);
  },
});

const Results = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(Problem),
  suites: z.array(Suite).default([]),
});

const shownLines = 12;

/** The cause comes last, after the stack, and often explains more than a message such as "fetch failed". */
const isCause = (line: string): boolean => /^\s*\[cause\]:/.test(line);

const shorten = (message: string | undefined): string => {
  const lines = stripVTControlCharacters(message ?? "No message").split("\n");
  return [...lines.slice(0, shownLines), ...lines.slice(shownLines).filter(isCause)]
    .map((line) => `  ${line}`)
    .join("\n");
};

type Status = "unexpected" | "flaky";

/** Lists the tests with this status in Playwright's report. "flaky" means that the test passed when repeated. */
const listTests = ({ specs, suites }: z.infer<typeof Suite>, status: Status): string[] => [
  ...specs
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map(({ file, line, title, tests }) => {
      const problems = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return [`${file}:${line} › ${title}`, ...problems.map(({ message }) => shorten(message))].join("\n");
    }),
  ...suites.flatMap((suite) => listTests(suite, status)),
];

/**
 * Counts the tests in Playwright's JSON report (null if there is none). Errors outside tests, such as a file that
 * doesn't load, are counted as failures, and so is a non-zero exit code that no other failure explains.
 */
export const countTests = (json: string | null, exitCode: number): Counts => {
  const results = json === null ? null : Results.parse(JSON.parse(json));
  const counts = {
    passed: results ? results.stats.expected + results.stats.flaky : 0,
    failed: results ? results.stats.unexpected + results.errors.length : 0,
    skipped: results?.stats.skipped ?? 0,
    failures: results
      ? [
          ...results.suites.flatMap((suite) => listTests(suite, "unexpected")),
          ...results.errors.map(({ message }) => `Outside any test\n${shorten(message)}`),
        ]
      : [],
    flaky: results?.suites.flatMap((suite) => listTests(suite, "flaky")) ?? [],
  };
  if (exitCode === 0 || counts.failed > 0) return counts;
  return {
    ...counts,
    failed: 1,
    failures: [`The tests exited with code ${exitCode}, but no failed test explains why.`],
  };
};
