import config from "@/playwright.config";

/** Projects that take several minutes. */
const long = ["endurance", "storm"];

/** Playwright's option to repeat tests that fail. */
export const repeatOnce = "--retries=1";

const names = (config.projects ?? []).flatMap(({ name }) => name ?? []);

/**
 * Returns the arguments for Playwright. `endurance` (kills, floods, real Lighthouse, thousands of generated requests)
 * and `storm` (hostile websites) are omitted unless CI or FULL_FIGURES is set, or arguments are given. Without
 * arguments, a test that fails is repeated once.
 */
export const chooseProjects = (
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string[] => {
  if (given.length > 0) return [...given];
  if (environment["CI"] || environment["FULL_FIGURES"]) return [repeatOnce];
  return [repeatOnce, ...names.filter((name) => !long.includes(name)).map((name) => `--project=${name}`)];
};
