import { expect, test } from "@playwright/test";
import { readSettings } from "@/app/(accessibility)/accessibility/websites/[website_id]/settings/read-settings";
import { ChangeWebsite } from "@/server/domains/audits/websites/contract";

const form = { standard: "wcag22aaa", device: "mobile", include: "", exclude: "/blog\n\n /products " };
const id = "01a1f95a-b848-7f24-8eb4-eeac4bb1c707";

test("sends empty form fields as null, so that they are cleared", () => {
  const settings = readSettings({ ...form, max_pages: " ", sitemap_url: "" });
  expect(settings).toMatchObject({ max_pages: null, sitemap_url: null, include: [], exclude: ["/blog", "/products"] });
  expect(ChangeWebsite.parse({ id, settings }).settings).toEqual(settings);
});

test("trims and converts the values of completed form fields", () => {
  const settings = readSettings({ ...form, max_pages: "7", sitemap_url: " https://example.org/map.xml " });
  expect(settings).toMatchObject({ standard: "wcag22aaa", max_pages: 7, sitemap_url: "https://example.org/map.xml" });
});
