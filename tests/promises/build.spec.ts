import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const root = join(import.meta.dirname, "../..");

// A page that Next.js renders during the build needs a Suspense boundary around every part that reads the query, and
// can't contain the nonce of its Content Security Policy.
test("the build doesn't prerender any pages", () => {
  const manifest = JSON.parse(readFileSync(join(root, ".next/prerender-manifest.json"), "utf8"));
  expect(manifest.dynamicRoutes).toEqual({});
  expect(Object.keys(manifest.routes)).toEqual(["/_global-error"]);
});
