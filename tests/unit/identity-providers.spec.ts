import { expect, test } from "@playwright/test";
import { parseEnv } from "@/server/core/env";
import { chooseGithubEmail, isMicrosoftEmailProven } from "@/server/domains/identity/browser/identity-providers";

const email = (name: string, primary: boolean, verified: boolean) => ({
  email: `${name}@example.org`,
  primary,
  verified,
});

test("GitHub: prefers verified email addresses, and the primary one among them", () => {
  const [main, other, open] = [email("main", true, true), email("other", false, true), email("open", true, false)];
  expect(chooseGithubEmail([other, main])).toBe(main);
  expect(chooseGithubEmail([open, other])).toBe(other);
  expect(chooseGithubEmail([email("a", false, false), open])).toBe(open);
  expect(chooseGithubEmail([])).toBeUndefined();
});

test("Microsoft: accepts another tenant's email address only when its domain was verified", () => {
  const foreign = { sub: "s", tid: "11111111-1111-1111-1111-111111111111" };
  for (const shared of ["common", "organizations", "consumers"]) {
    expect(isMicrosoftEmailProven(foreign, shared)).toBe(false);
    expect(isMicrosoftEmailProven({ ...foreign, xms_edov: false }, shared)).toBe(false);
    for (const xms_edov of [true, 1, "1", "true"])
      expect(isMicrosoftEmailProven({ ...foreign, xms_edov }, shared)).toBe(true);
  }
  expect(isMicrosoftEmailProven({ sub: "s", tid: "9188040d-6c67-4c5b-b112-36a304b66dad" }, "common")).toBe(true);
  expect(isMicrosoftEmailProven(foreign, foreign.tid)).toBe(true);
});

test("a client id without its secret, or a secret without its id, prevents startup", () => {
  for (const half of ["GOOGLE_CLIENT_ID", "GITHUB_SECRET", "AZURE_AD_CLIENT_ID"])
    expect(() => parseEnv({ [half]: "x" })).toThrow(/Set both or neither/);
  expect(() => parseEnv({ GITHUB_ID: "x", GITHUB_SECRET: "y" })).not.toThrow();
});
