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
