import { patienceMs } from "@/scripts/test/patience";
import { registerUser } from "../support/app/api-user";
import { serveSite, soundPage } from "../support/scanner/serve-site";
import { overflow, runAxe } from "./support/axe";
import { narrow } from "./support/inspect";
import { expect, test } from "./support/walk";

const grey = '<p style="color: #666">Text with enough contrast for level AA only.</p>';

test("an audit at level AAA lists the criteria at this level and what to check manually @long", async ({
  app,
  page,
}) => {
  test.setTimeout(2 * patienceMs);
  const site = await serveSite(() => ({ "/": soundPage(grey) }));
  const user = await registerUser(app, "level-aaa@example.org");
  const website = await user.call("POST", "/api/websites/", { url: site.origin, settings: { depth: "quick" } });
  const website_id = website.data.id;
  await page.context().addCookies([{ name: "next-auth.session-token", value: user.access_token, url: app.url }]);
  await page.goto(`/accessibility/websites/${website_id}/settings`);
  const standards = page.getByRole("radiogroup", { name: "Standard" });
  await expect(standards.getByRole("radio", { name: "WCAG 2.2 AA", exact: true })).toBeChecked();
  await standards.getByRole("radio", { name: "WCAG 2.2 AAA" }).check({ force: true });
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved.").first()).toBeVisible();
  await page.reload();
  await expect(standards.getByRole("radio", { name: "WCAG 2.2 AAA" })).toBeChecked();

  const { data } = await user.call("POST", "/api/website-audit/", { website_id });
  const status = async () => (await user.call("GET", `/api/website-audit/${data.id}/`)).data.status;
  await expect.poll(status, { timeout: patienceMs }).toBe("completed");
  await site.close();
  await page.goto(`/accessibility/audits/${data.id}/criteria`);
  await expect(page.getByRole("table", { name: "86 criteria" })).toBeVisible();
  await expect(page.getByText("WCAG success criteria at levels A, AA and AAA")).toBeVisible();
  await expect(page.getByRole("row", { name: /1\.4\.6 Contrast \(Enhanced\).*AAA.*Failed/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /3\.1\.5 Reading Level.*Not tested: check by hand/ })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await page.setViewportSize(narrow);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.goto(`/accessibility/audits/${data.id}/rules/color-contrast-enhanced`);
  await expect(page.getByRole("link", { name: "1.4.6 Contrast (Enhanced)" })).toBeVisible();
});
