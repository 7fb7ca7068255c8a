import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import { isUrl } from "@/server/core/is-url";

test("recognises URLs with letters such as ä, even after thousands of calls", () => {
  const resolved = Array.from({ length: 30_000 }, () => isUrl("https://exämple.org/ü", "https://a.example"));
  expect(new Set(resolved)).toEqual(new Set([true]));
  const alone = Array.from({ length: 30_000 }, () => isUrl("https://exämple.org/ü"));
  expect(new Set(alone)).toEqual(new Set([true]));
  expect(isUrl("/ü")).toBe(false);
  expect(isUrl("/ü", "https://a.example")).toBe(true);
  expect(isUrl("https://a b/")).toBe(false);
});

test("code that runs in Node doesn't use URL.canParse, which fails for URLs with letters such as ä in Node 20 and 22", () => {
  const folders = ["emails", "inngest", "scripts", "server", "start"];
  const files = folders.flatMap((folder) => listFiles(root, folder)).filter((path) => /\.(?:ts|tsx|mjs)$/.test(path));
  // Code that runs in a page resolves URLs against the URL of the document.
  const uses = files.filter((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .some((line) => line.includes("URL.canParse(") && !line.includes("document.baseURI")),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(uses).toEqual([]);
});
