import { expect, test } from "@playwright/test";
import { limits } from "@/server/core/limits";

test("limits sign-in and email endpoints to ten requests a minute per IP address and endpoint", () => {
  for (const name of ["auth", "mailing"] as const)
    expect(limits[name]).toEqual({ limit: 10, windowSeconds: 60, by: "ip", each: true });
});

test("limits reads and writes per organisation, with a separate bucket for polling", () => {
  expect(limits.read).toEqual({ limit: 300, windowSeconds: 60, by: "organisation", each: false });
  expect(limits.write).toEqual({ limit: 60, windowSeconds: 60, by: "organisation", each: false });
  expect(limits.poll).toMatchObject({ by: "organisation", each: true });
});

test("limits costly work separately: fixes per organisation, data exports per person", () => {
  expect(limits.fixes).toEqual({ limit: 20, windowSeconds: 60, by: "organisation", each: true });
  expect(limits.archive).toEqual({ limit: 5, windowSeconds: 3_600, by: "user", each: true });
});
