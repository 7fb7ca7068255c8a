import { expect, test } from "@playwright/test";
import { readSettings } from "@/app/(accessibility)/accessibility/websites/[website_id]/settings/read-settings";
import { ChangeWebsite } from "@/server/features/websites/contract";

const form = { standard: "wcag22aa", device: "mobile", include: "", exclude: "/blog\n\n /products " };
const id = "01a1f95a-b848-7f24-8eb4-eeac4bb1c707";

test("what is left empty in the form is sent as null, so that it is forgotten", () => {
  const settings = readSettings({ ...form, max_pages: " ", sitemap_url: "" });
  expect(settings).toMatchObject({ max_pages: null, sitemap_url: null, include: [], exclude: ["/blog", "/products"] });
  expect(ChangeWebsite.parse({ id, settings }).settings).toEqual(settings);
});

test("what is filled in is sent as it is", () => {
  const settings = readSettings({ ...form, max_pages: "7", sitemap_url: " https://example.org/map.xml " });
  expect(settings).toMatchObject({ max_pages: 7, sitemap_url: "https://example.org/map.xml" });
});
