import config from "@/playwright.config";

/** Projects whose tests are all long. */
const long = ["endurance", "storm"];

/** Makes `npm test` run every test. */
const allTests = "--all";

/** Reports whether `npm test` itself decides which tests to run, because none of the arguments is for Playwright. */
export const choosesSuite = (given: readonly string[]): boolean => given.every((argument) => argument === allTests);

/** Playwright's option to repeat tests that fail. */
export const repeatOnce = "--retries=1";

const names = (config.projects ?? []).flatMap(({ name }) => name ?? []);

/**
 * Returns the arguments for Playwright. Without arguments, a test that fails is repeated once, and long tests are
 * omitted: those with "@long" in their titles, and the projects `endurance` (kills, floods, real Lighthouse, thousands
 * of generated requests) and `storm` (hostile websites). They run with `--all`, and if CI or FULL_FIGURES is set.
 */
export const chooseProjects = (
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string[] => {
  if (!choosesSuite(given)) return [...given];
  if (given.length > 0 || environment["CI"] || environment["FULL_FIGURES"]) return [repeatOnce];
  const short = names.filter((name) => !long.includes(name));
  return [repeatOnce, "--grep-invert=@long", ...short.map((name) => `--project=${name}`)];
};
