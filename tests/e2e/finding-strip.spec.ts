import { patienceMs } from "@/scripts/test/patience";
import { registerUser } from "../support/app/api-user";
import { serveSite, soundPage } from "../support/scanner/serve-site";
import { overflow, runAxe } from "./support/axe";
import { narrow } from "./support/inspect";
import { expect, test } from "./support/walk";

const link = '<p><a href="#a" style="outline: none">A link without a focus indicator</a></p>';

test("a finding that depends on the state of the page shows the element in each state, with captions @long", async ({
  app,
  page,
}) => {
  test.setTimeout(2 * patienceMs);
  const site = await serveSite(() => ({ "/": soundPage(link) }));
  const user = await registerUser(app, "strips@example.org");
  const { data } = await user.call("POST", "/api/website-audit/", { url: site.origin, options: { max_pages: 1 } });
  const status = async () => (await user.call("GET", `/api/website-audit/${data.id}/`)).data.status;
  await expect.poll(status, { timeout: patienceMs }).toBe("completed");
  await site.close();
  await page.context().addCookies([{ name: "next-auth.session-token", value: user.access_token, url: app.url }]);
  await page.goto(`/accessibility/audits/${data.id}/rules/focus-visible`);
  const strip = page.getByRole("region", { name: "The element in different states of the page" });
  await expect(strip.getByRole("figure")).toHaveCount(2);
  await strip.scrollIntoViewIfNeeded();
  for (const [index, caption] of ["Without keyboard focus", "With keyboard focus"].entries()) {
    const figure = strip.getByRole("figure").nth(index);
    await expect(figure.getByText(caption, { exact: true })).toBeVisible();
    const picture = figure.getByRole("img", { name: new RegExp(`^${caption}: link “A link without`) });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200);
  }
  expect(await runAxe(page)).toEqual([]);
  await page.setViewportSize(narrow);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.route("**/pictures/*/", (route) => route.fulfill({ status: 404, body: "" }));
  await page.reload();
  await expect(strip.getByText("This screenshot couldn't be loaded. It may have been deleted.")).toHaveCount(2);
});
