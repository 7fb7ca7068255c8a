import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const root = join(import.meta.dirname, "../..");

// A page that Next renders during the build needs a Suspense boundary around whatever reads the query, and can't carry
// the nonce of its Content Security Policy. Which of its parts requests it first is a race.
test("the build prerenders no page", () => {
  const manifest = JSON.parse(readFileSync(join(root, ".next/prerender-manifest.json"), "utf8"));
  expect(manifest.dynamicRoutes).toEqual({});
  expect(Object.keys(manifest.routes)).toEqual(["/_global-error"]);
});
