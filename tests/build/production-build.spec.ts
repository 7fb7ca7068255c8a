import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { bundleRum } from "@/rum/bundle";
import { ensureBuild } from "@/scripts/build/ensure-build";
import { root } from "@/scripts/support/root";

// The projects that need a build depend on this one, so that the build runs while the other projects are tested.
test("the app builds for production", async () => {
  test.setTimeout(1_800_000);
  const lines: string[] = [];
  await ensureBuild(root, (line) => lines.push(line));
  for (const line of lines) expect(line).not.toMatch(/failed|error/i);
});

test("the build contains the script for visitors' browsers, and the server doesn't bundle it", async () => {
  expect(readFileSync(join(root, ".next", "rum.js"))).toEqual(await bundleRum(root));
  const server = join(root, ".next", "server");
  const code = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
  expect(code.length).toBeGreaterThan(0);
  for (const path of code) expect(readFileSync(join(server, path), "utf8"), path).not.toMatch(/["']esbuild[-"']/);
});
