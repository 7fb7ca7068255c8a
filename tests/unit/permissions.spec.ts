import { expect, test } from "@playwright/test";
import { isPermission, permissionSlugs, type Role, roleMay } from "@/server/core/permissions";

const held = (role: Role): string[] => permissionSlugs.filter((slug) => roleMay(role, slug));

test("an owner can do everything", () => {
  expect(held("owner")).toEqual([...permissionSlugs]);
});

test("an admin can do everything except delete the organisation", () => {
  expect(permissionSlugs.filter((slug) => !roleMay("admin", slug))).toEqual(["org.delete"]);
});

test("a viewer can read everything and do nothing else", () => {
  expect(held("viewer")).toEqual(permissionSlugs.filter((slug) => slug.endsWith(".read")));
});

test("a member can read everything and do day-to-day work [#131]", () => {
  const daily = [
    "websites.write",
    "scans.run",
    "scans.cancel",
    "issues.write",
    "reports.create",
    "solutions.create",
    "monitors.write",
    "schedules.write",
  ];
  const beyondReading = held("member").filter((slug) => !slug.endsWith(".read"));
  expect(beyondReading.toSorted()).toEqual(daily.toSorted());
});

test("a billing member can read the organisation and manage its billing, and nothing else", () => {
  expect(held("billing").toSorted()).toEqual(["billing.read", "billing.write", "org.read"]);
});

test("an unknown permission grants nothing", () => {
  expect(isPermission("websites.read")).toBe(true);
  expect(isPermission("website.read")).toBe(false);
});
