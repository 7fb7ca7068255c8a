import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { withBuildLock } from "@/scripts/build/build-lock";
import { computeStamp } from "@/scripts/build/stamp";
import { findNodeProblem } from "@/scripts/support/node-version";
import { runNode } from "@/scripts/support/run-command";
import { chooseProjects } from "@/scripts/test/choose-projects";
import { countTests } from "@/scripts/test/count-tests";

const temporary = (): string => mkdtempSync(join(tmpdir(), "curbcut-cli-"));

test("Node older than 20.19 is refused by name, newer ones are taken", () => {
  expect(findNodeProblem("20.18.3")).toContain("this is 20.18.3");
  expect(findNodeProblem("18.20.0")).toContain("20.19 or newer");
  expect(findNodeProblem("20.19.0")).toBeNull();
  expect(findNodeProblem("24.1.0")).toBeNull();
});

test("the build stamp changes with the source and only with it", () => {
  const folder = temporary();
  mkdirSync(join(folder, "app"));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "app/page.tsx"), "one");
  writeFileSync(join(folder, "package-lock.json"), "{}");
  const first = computeStamp(folder);
  writeFileSync(join(folder, "docs/guide.md"), "no part of a build");
  writeFileSync(join(folder, "playwright.config.ts"), "no part of a build");
  expect(computeStamp(folder)).toBe(first);
  writeFileSync(join(folder, "app/page.tsx"), "two");
  const second = computeStamp(folder);
  expect(second).not.toBe(first);
  writeFileSync(join(folder, "package-lock.json"), '{"a":1}');
  expect(computeStamp(folder)).not.toBe(second);
  rmSync(folder, { recursive: true });
});

test("the build lock lets one in at a time and is released after a failure", async () => {
  const file = join(temporary(), "cache", "build.lock");
  const order: string[] = [];
  const waited: number[] = [];
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = withBuildLock(
    file,
    async () => {
      await gate;
      order.push("first");
      throw new Error("the build broke");
    },
    () => undefined,
  );
  const second = withBuildLock(
    file,
    async () => order.push("second"),
    (pid) => {
      waited.push(pid);
      release();
    },
  );
  await expect(first).rejects.toThrow("the build broke");
  await second;
  expect(order).toEqual(["first", "second"]);
  expect(waited).toEqual([process.pid]);
  expect(existsSync(file)).toBe(false);
});

test("the build lock of a process that is gone counts for nothing", async () => {
  const file = join(temporary(), "build.lock");
  const { stdout } = await runNode(["-e", "process.stdout.write(String(process.pid))"]);
  writeFileSync(file, stdout);
  expect(
    await withBuildLock(
      file,
      async () => "built",
      () => undefined,
    ),
  ).toBe("built");
});

test("the final count includes files that do not load and failures nobody counted", () => {
  const report = (unexpected: number, errors: unknown[] = []) =>
    JSON.stringify({ stats: { expected: 7, unexpected, flaky: 0, skipped: 2 }, errors });
  expect(countTests(report(0), 0)).toEqual({ passed: 7, failed: 0, skipped: 2 });
  expect(countTests(report(1, [{}]), 1)).toEqual({ passed: 7, failed: 2, skipped: 2 });
  expect(countTests(report(0), 130)).toEqual({ passed: 7, failed: 1, skipped: 2 });
  expect(countTests(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("what takes minutes is left to CI, and to who asks for it", () => {
  const usual = chooseProjects([], {});
  expect(usual).toContain("--project=promises");
  expect(usual).not.toContain("--project=endurance");
  expect(chooseProjects([], { CI: "true" })).toEqual([]);
  expect(chooseProjects([], { FULL_FIGURES: "1" })).toEqual([]);
  expect(chooseProjects(["tests/endurance"], {})).toEqual(["tests/endurance"]);
});
