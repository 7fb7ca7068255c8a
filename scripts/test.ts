/** npm test [-- arguments of `playwright test`]: the checks, a production build when needed, the tests. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "./build/ensure-build";
import { root } from "./support/root";
import { runAttached } from "./support/run-attached";
import { runNode } from "./support/run-command";
import { chooseProjects } from "./test/choose-projects";
import { type Counts, countTests } from "./test/count-tests";

const resultsFile = join(root, "node_modules", ".cache", "curbcut", "test-results.json");

const runChecks = async (): Promise<boolean> => {
  const { code, output } = await runNode(["--import", "tsx", "scripts/check.ts"], { cwd: root });
  console.log(output.trimEnd());
  return code === 0;
};

const runTests = async (args: readonly string[]): Promise<Counts> => {
  rmSync(resultsFile, { force: true });
  const command = join(root, "node_modules", "@playwright", "test", "cli.js");
  const code = await runAttached(process.execPath, [command, "test", "--reporter=list,json", ...args], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: resultsFile },
  });
  return countTests(readResults(), code);
};

const readResults = (): string | null => {
  try {
    return readFileSync(resultsFile, "utf8");
  } catch {
    return null;
  }
};

process.chdir(root);
let passed = 0;
let failed = 0;
if (!(await runChecks())) failed += 1;
try {
  await ensureBuild(root, (line) => console.log(line));
  const counts = await runTests(chooseProjects(process.argv.slice(2), process.env));
  passed = counts.passed;
  failed += counts.failed;
  if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
