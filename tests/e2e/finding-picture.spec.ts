import { overflow, runAxe } from "./support/axe";
import { narrow } from "./support/inspect";
import { expect, test } from "./support/walk";

const pictures = /^Screenshot of the page with the element outlined: /;

test("a finding shows its element outlined in the page's screenshot, and the element's position in the accessibility tree @long", async ({
  page,
  audit,
}) => {
  await page.goto(`${audit}/rules/image-alt`);
  const finding = page
    .getByRole("article")
    .filter({ has: page.getByRole("img", { name: pictures }) })
    .first();
  const picture = finding.getByRole("img", { name: pictures });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200);
  const [frame, outline] = await picture.evaluate((image) =>
    [image.parentElement, image.nextElementSibling].map((each) => each?.getBoundingClientRect().toJSON()),
  );
  expect(outline.left).toBeGreaterThanOrEqual(frame.left - 1);
  expect(outline.right).toBeLessThanOrEqual(frame.right + 1);
  expect(outline.bottom).toBeGreaterThan(frame.top);
  await expect(finding.getByText("Position in the accessibility tree")).toBeVisible();
  await expect(finding.getByText("img", { exact: true })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await page.setViewportSize(narrow);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("if a finding's screenshot was deleted, the page explains that it is missing @long", async ({ page, audit }) => {
  await page.route("**/screenshot/", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`${audit}/rules/image-alt`);
  const message = "The screenshot couldn't be loaded. It may have been deleted.";
  await expect(page.getByRole("article").getByText(message).first()).toBeVisible();
});
