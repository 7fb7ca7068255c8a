import { test as base, expect, type Page } from "@playwright/test";
import { type BrandId, checkEmailData, type EmailId, emailIds, emails, renderEmail } from "@/emails";
import { overflow, runAxe } from "../e2e/support/axe";
import { browserLaunchOptions } from "../support/browser-launch";

const test = base.extend<object, { launchOptions: Awaited<ReturnType<typeof browserLaunchOptions>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  launchOptions: [async ({}, use) => use(await browserLaunchOptions()), { scope: "worker" }],
});

const homeUrl = "https://curbcut.example/";
const unsubscribeUrl = "https://curbcut.example/unsubscribe?token=sample";
const endless = `https://${"donaudampfschiff".repeat(3)}.example/${"x".repeat(150)}`;

/** Returns the sample with a very long value in every string that accepts one. */
const stretch = (id: EmailId, value: unknown, put: (item: unknown) => unknown = (item) => item): unknown => {
  if (typeof value === "string") {
    const fits = [endless, `${"a".repeat(60)}@${"b".repeat(90)}.example`, "W".repeat(60)].find(
      (text) => checkEmailData(emails[id].data, put(text)).length === 0,
    );
    return fits ?? value;
  }
  if (Array.isArray(value))
    return value.map((item, index) => stretch(id, item, (changed) => put(value.with(index, changed))));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      stretch(id, item, (changed) => put({ ...value, [key]: changed })),
    ]),
  );
};

const show = async (page: Page, id: EmailId, data: unknown, brand: BrandId = "service") => {
  const { html } = await renderEmail(id, data, { brand, homeUrl, unsubscribeUrl });
  await page.setContent(html);
};

/** Reports whether a violation concerns landmarks, which the email client's own page provides. */
const isAboutPages = (problem: string): boolean => /^(landmark-one-main|region):/.test(problem);

test("no template scrolls sideways on a phone, whatever its data @long", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const id of emailIds)
    for (const data of [emails[id].sample, stretch(id, emails[id].sample)]) {
      await show(page, id, data);
      expect.soft(await overflow(page), id).toBeLessThanOrEqual(0);
    }
});

test("emails are at most 600 px wide, and labels don't wrap beside their values", async ({ page }) => {
  await page.setViewportSize({ width: 1_200, height: 800 });
  await show(page, "uptime-down", emails["uptime-down"].sample);
  const [label, value] = [
    page.getByRole("rowheader", { name: "What happened" }),
    page.getByRole("cell", { name: "503 Service" }),
  ];
  expect((await page.locator(".card").boundingBox())?.width).toBeLessThanOrEqual(600);
  const heights = await Promise.all([label, value].map(async (cell) => (await cell.boundingBox())?.height));
  expect(heights[0]).toBe(heights[1]);
  await page.setViewportSize({ width: 320, height: 640 });
  const [above, below] = [await label.boundingBox(), await value.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});

test("axe reports nothing in light or dark mode, with either brand @long", async ({ page }) => {
  const ids = [
    "verify-email",
    "welcome",
    "scan-complete",
    "weekly-digest",
    "agency-coupon",
    "regression-alert",
  ] as const;
  for (const id of ids)
    for (const [brand, colorScheme] of [
      ["service", "light"],
      ["accessibility", "dark"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await show(page, id, emails[id].sample, brand);
      const problems = (await runAxe(page)).filter((problem) => !isAboutPages(problem));
      expect.soft(problems, `${id}, ${colorScheme}`).toEqual([]);
    }
});
