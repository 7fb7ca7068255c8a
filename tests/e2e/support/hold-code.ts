import type { Page } from "@playwright/test";

/** Holds back the scripts of pages opened from now on. Returns a function that lets the scripts load. */
export const holdCode = async (page: Page): Promise<() => void> => {
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await loaded;
    await route.continue();
  });
  return load;
};
