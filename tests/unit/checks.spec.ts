import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { measureCoverage } from "@/scripts/checks/checklist";
import { readDependencyReport } from "@/scripts/checks/dependencies";
import { findDeadPaths, namedPaths } from "@/scripts/checks/document-paths";
import { runSteps } from "@/scripts/checks/run-steps";
import { root } from "@/scripts/support/root";
import { runNode } from "@/scripts/support/run-command";

const ruleBreakers: Record<string, string> = {
  "server/core/a.ts": 'import "@/server/features/websites/internal";\nimport "./b";',
  "server/core/b.ts": 'import "./a";',
  "server/features/websites/internal.ts": "export const internal = 1;",
  "server/features/websites/index.ts": 'export * from "./internal";',
  "server/features/reports/verb.ts": 'import "@/server/features/websites/internal";\nimport "inngest";',
  "server/features/reports/router.ts": 'import "@/server/adapters/database/port";',
  "server/features/reports/pdf/page.ts": 'import "@/server/adapters/database/port";',
  "server/adapters/database/port.ts": 'import "@/inngest/functions/scan";',
  "app/(site)/page.tsx": 'import { internal } from "@/server/features/websites/index";\nexport const page = internal;',
  "inngest/events.ts": 'import "./functions/scan";',
  "inngest/functions/scan.ts": 'import "@/tests/support/kit";',
  "emails/letter.ts": 'import "node:fs";',
  "tests/support/kit.ts": "export const kit = 1;",
  "node_modules/inngest/index.js": "module.exports = {};",
  "node_modules/inngest/package.json": '{ "name": "inngest", "main": "index.js" }',
  "package.json": '{ "type": "module", "dependencies": { "inngest": "1" } }',
  "tsconfig.json":
    '{ "compilerOptions": { "paths": { "@/*": ["./*"] }, "moduleResolution": "bundler", "module": "preserve" } }',
};

const writeTree = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-checks-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
};

test("each of the ten dependency rules refuses a file that breaks it", async () => {
  const resolver = "scripts/checks/resolve.cjs";
  const folder = writeTree({ ...ruleBreakers, [resolver]: readFileSync(join(root, resolver), "utf8") });
  const command = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = join(root, ".dependency-cruiser.cjs");
  const args = [command, "--config", config, "--output-type", "json", "app", "server", "inngest", "emails", "tests"];
  const { stdout } = await runNode(args, { cwd: folder });
  rmSync(folder, { recursive: true });
  const broken = new Set(readDependencyReport(stdout).problems.match(/^\d+(?=-)/gm));
  expect([...broken].map(Number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("a dependency report of no modules is a failure", () => {
  const report = JSON.stringify({ summary: { totalCruised: 0, violations: [] } });
  expect(readDependencyReport(report).problems).toContain("no modules");
});

test("paths named in documents are found in code and in links, and dead ones are reported", () => {
  const folder = writeTree({
    "docs/guide.md":
      "See `server/core/env.ts`, `server/gone.ts`, `not/ours.ts`, [there](there.md) and [web](https://example.org).",
    "docs/there.md": "Nothing.",
    "server/core/env.ts": "",
  });
  expect(namedPaths("`npm test`, `server/x.ts`\n```\n`server/y.ts`\n```\n", "docs")).toEqual(["server/x.ts"]);
  expect(findDeadPaths(folder, ["docs/guide.md"])).toEqual(["docs/guide.md: server/gone.ts does not exist"]);
  rmSync(folder, { recursive: true });
});

test("coverage counts each statement once and names numbers that do not exist", () => {
  const coverage = measureCoverage("1. First.\n2. Second.\n10. Tenth.\n", [
    { path: "a.spec.ts", text: 'test("x [#1] [#10]")' },
    { path: "b.spec.ts", text: 'test("y [#1] [#11]")' },
  ]);
  expect(coverage).toEqual({ covered: 2, total: 3, unknown: ["[#11] in b.spec.ts"], uncovered: [2] });
});

test("steps print a line each; what failed is told at the end, a thrown error included", async () => {
  const lines: string[] = [];
  const failed = await runSteps(
    [
      { name: "good", run: async () => ({ problems: "", note: "3 things" }) },
      { name: "bad", run: async () => ({ problems: "line 7 is wrong" }) },
      { name: "broken", run: () => Promise.reject(new Error("no tool")) },
    ],
    (line) => lines.push(line),
    1,
  );
  expect(failed).toBe(2);
  expect(lines[0]).toMatch(/^ok {3}good .* s {2}3 things$/);
  expect(lines[1]).toMatch(/^FAIL bad/);
  expect(lines.slice(3).join("\n")).toMatch(/── bad ──\nline 7 is wrong[\s\S]*── broken ──\n[\s\S]*no tool/);
});
