import type { Page } from "@playwright/test";

/** Keeps the code of the next pages from loading. Returns a function that lets it load. */
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
