import { expect, test } from "@playwright/test";
import { ensureBuild } from "@/scripts/build/ensure-build";
import { root } from "@/scripts/support/root";

// The projects that need a build depend on this one, so that it is built while the others run.
test("the app builds for production", async () => {
  test.setTimeout(1_800_000);
  const lines: string[] = [];
  await ensureBuild(root, (line) => lines.push(line));
  for (const line of lines) expect(line).not.toMatch(/failed|error/i);
});
