import { expect, test } from "@playwright/test";
import { limits } from "@/server/core/limits";

test("what signs in or mails is counted by address, ten a minute, each endpoint for itself", () => {
  for (const name of ["auth", "mailing"] as const)
    expect(limits[name]).toEqual({ limit: 10, windowSeconds: 60, by: "ip", each: true });
});

test("reads and writes are counted by organisation, polling in a bucket of its own", () => {
  expect(limits.read).toEqual({ limit: 300, windowSeconds: 60, by: "organisation", each: false });
  expect(limits.write).toEqual({ limit: 60, windowSeconds: 60, by: "organisation", each: false });
  expect(limits.poll).toMatchObject({ by: "organisation", each: true });
});

test("what costs much has a bucket of its own: fixes by organisation, the archive of one's data by person", () => {
  expect(limits.fixes).toEqual({ limit: 20, windowSeconds: 60, by: "organisation", each: true });
  expect(limits.archive).toEqual({ limit: 5, windowSeconds: 3_600, by: "user", each: true });
});
