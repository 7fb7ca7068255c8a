import { z } from "zod";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const Results = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

/**
 * Counts out of Playwright's JSON report (null when there is none) and its exit code. Errors outside any test, such as a
 * file that does not load, count as failures; so does an exit code that no counted failure explains.
 */
export const countTests = (json: string | null, exitCode: number): Counts => {
  const results = json === null ? null : Results.parse(JSON.parse(json));
  const counts = {
    passed: results?.stats.expected ?? 0,
    failed: results ? results.stats.unexpected + results.stats.flaky + results.errors.length : 0,
    skipped: results?.stats.skipped ?? 0,
  };
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};
