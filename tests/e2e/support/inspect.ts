import { type ConsoleMessage, expect, type Page } from "@playwright/test";
import { rounds } from "../../support/rounds";
import { overflow, runAxe } from "./axe";

export const narrow = { width: 320, height: 640 };
export const wide = { width: 1440, height: 900 };
const forbiddenWords = /\b(compliant|certified|simply|just)\b/i;

/** Both themes and both widths: two of the four combinations by default, all four with FULL_FIGURES=1. */
const combinations = (
  [
    ["light", wide],
    ["dark", narrow],
    ["dark", wide],
    ["light", narrow],
  ] as const
).slice(0, rounds("LOOKS", { usual: 2, promised: 4 }));

/** Pages that are expected to respond with this status. The browser logs it as an error in the console. */
const refusals: readonly [path: RegExp, status: string][] = [
  [/nowhere/, "404"],
  [/^\/outbox$/, "403"],
];

/** Runs axe on the page as it is shown now, in each of `combinations`. */
export const inspectAsShown = async (page: Page) => {
  for (const [colorScheme, size] of combinations) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(size);
    const where = `${new URL(page.url()).pathname}, ${colorScheme}, ${size.width} px`;
    expect.soft(await runAxe(page), where).toEqual([]);
    expect.soft(await overflow(page), where).toBeLessThanOrEqual(0);
  }
};

/** Opens a page and checks its title, wording and console, then runs axe in each of `combinations`. */
export const inspect = async (page: Page, path: string) => {
  const complaints: string[] = [];
  const listen = (message: ConsoleMessage) => message.type() === "error" && complaints.push(message.text());
  page.on("console", listen);
  await page.goto(path);
  await expect(page.locator("main h1")).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  expect.soft(await page.title(), path).toMatch(/^\S.* · Curbcut$/);
  expect.soft(await page.locator("h1").count(), path).toBe(1);
  await expect.soft(page.locator("body"), path).not.toContainText(forbiddenWords, { useInnerText: true });
  await inspectAsShown(page);
  page.off("console", listen);
  const status = refusals.find(([pattern]) => pattern.test(path))?.[1];
  expect.soft(complaints, path).toEqual(status ? [expect.stringContaining(status)] : []);
};
