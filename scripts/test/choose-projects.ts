import config from "@/playwright.config";

const names = (config.projects ?? []).flatMap(({ name }) => name ?? []);

/**
 * What Playwright is asked to run. `endurance` (kills, floods, real Lighthouse, thousands of made-up requests) takes
 * minutes more: CI runs it, so does who asks for FULL_FIGURES, and so does who names it.
 */
export const chooseProjects = (
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string[] => {
  if (given.length > 0 || environment["CI"] || environment["FULL_FIGURES"]) return [...given];
  return names.filter((name) => name !== "endurance").map((name) => `--project=${name}`);
};
