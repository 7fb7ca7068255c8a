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

test("runs on Node 20.19, 22.19, 24 and 26, and rejects any other version with an error that names it", () => {
  for (const version of ["20.19.0", "20.20.2", "22.19.0", "22.23.3", "24.0.0", "26.10.0", "27.0.0"])
    expect(findNodeProblem(version), version).toBeNull();
  for (const version of ["18.20.0", "20.18.3", "21.7.3", "22.18.0", "23.11.0"])
    expect(findNodeProblem(version), version).toBe(
      `Curbcut needs Node 22.19, 24 or 26 (20.19 still works). This is Node ${version}. See https://nodejs.org/en/download.`,
    );
});

test("the build stamp changes when the source changes, and only then", () => {
  const folder = temporary();
  mkdirSync(join(folder, "app"));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "app/page.tsx"), "one");
  writeFileSync(join(folder, "package-lock.json"), "{}");
  const first = computeStamp(folder);
  writeFileSync(join(folder, "docs/guide.md"), "not part of a build");
  writeFileSync(join(folder, "playwright.config.ts"), "not part of a build");
  expect(computeStamp(folder)).toBe(first);
  writeFileSync(join(folder, "app/page.tsx"), "two");
  const second = computeStamp(folder);
  expect(second).not.toBe(first);
  writeFileSync(join(folder, "package-lock.json"), '{"a":1}');
  expect(computeStamp(folder)).not.toBe(second);
  rmSync(folder, { recursive: true });
});

test("the build lock admits one process at a time and is released after an error", async () => {
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

test("ignores the build lock of a process that no longer exists", async () => {
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

test("the final count includes files that failed to load and errors that occurred outside tests", () => {
  const report = (unexpected: number, errors: unknown[] = []) =>
    JSON.stringify({ stats: { expected: 7, unexpected, flaky: 0, skipped: 2 }, errors });
  expect(countTests(report(0), 0)).toMatchObject({ passed: 7, failed: 0, skipped: 2 });
  expect(countTests(report(1, [{}]), 1)).toMatchObject({ passed: 7, failed: 2, skipped: 2 });
  expect(countTests(report(0), 130)).toMatchObject({ passed: 7, failed: 1, skipped: 2 });
  expect(countTests(null, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});

test("lists each failure with its location and error, and marks a test as flaky if it passes when repeated", () => {
  const spec = (title: string, status: string, message: string) => ({
    file: "unit/a.spec.ts",
    line: 12,
    title,
    tests: [{ status, results: [{ errors: message === "" ? [] : [{ message }] }] }],
  });
  const report = JSON.stringify({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: "Cannot find module" }],
    suites: [
      {
        specs: [spec("adds up", "expected", "")],
        suites: [
          { specs: [spec("counts", "unexpected", "Error: \u001b[31m2\u001b[39m"), spec("waits", "flaky", "Too late")] },
        ],
      },
    ],
  });
  const { passed, failed, failures, flaky } = countTests(report, 1);
  expect({ passed, failed }).toEqual({ passed: 2, failed: 2 });
  expect(flaky).toEqual(["unit/a.spec.ts:12 › waits\n  Too late"]);
  expect(failures).toEqual(["unit/a.spec.ts:12 › counts\n  Error: 2", "Outside any test\n  Cannot find module"]);
  expect(countTests(null, 1).failures).toEqual(["The tests exited with code 1, but no failed test explains why."]);
});

test("shows the cause of a failure even if the error message is long", () => {
  const message = [
    "TypeError: fetch failed",
    ...Array.from({ length: 20 }, (_, at) => `  at ${at}`),
    "[cause]: Error: other side closed",
  ];
  const report = JSON.stringify({
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    errors: [{ message: message.join("\n") }],
  });
  const lines = countTests(report, 1).failures[0]?.split("\n") ?? [];
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)).toBe("  [cause]: Error: other side closed");
});

test("runs long tests only in CI or on request", () => {
  const usual = chooseProjects([], {});
  expect(usual).toContain("--grep-invert=@long");
  expect(usual).toContain("--project=promises");
  expect(usual).not.toContain("--project=endurance");
  expect(usual).not.toContain("--project=storm");
  expect(chooseProjects(["--all"], {})).toEqual(["--retries=1"]);
  expect(chooseProjects([], { CI: "true" })).toEqual(["--retries=1"]);
  expect(chooseProjects([], { FULL_FIGURES: "1" })).toEqual(["--retries=1"]);
  expect(chooseProjects(["tests/endurance"], {})).toEqual(["tests/endurance"]);
});
