import { expect, test } from "../support/scanner/scan";

const limits = () => ({ timeoutMs: 30_000, signal: new AbortController().signal });

test("a tab is reused for the next page, and closed if no page follows @long", async ({ engine }) => {
  const session = engine.browsers.openSession("desktop");
  const loadPage = () => session.withTab(async ({ page }) => page, limits());
  const [first, second] = await Promise.all([loadPage(), loadPage()]);
  expect(first).not.toBe(second);
  const reused = await loadPage();
  expect([first, second]).toContain(reused);
  await expect.poll(() => [first.isClosed(), second.isClosed()]).toEqual([true, true]);
  const later = await loadPage();
  expect(later.isClosed()).toBe(false);
  await session.close();
  expect(later.isClosed()).toBe(true);
});
