/**
 * npm test [-- arguments of `playwright test`]: runs the checks and, in parallel, the tests, which create a production
 * build if they need one. `npm run test:all` includes long tests. With NODE_VERSIONS=all, the main journeys also
 * run on the other supported Node versions. Without arguments, a test that fails is repeated once. If it passes
 * the second time, it is listed as flaky.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./support/root";
import { runAttached } from "./support/run-attached";
import { runNode } from "./support/run-command";
import { chooseProjects, choosesSuite } from "./test/choose-projects";
import { type Counts, countTests } from "./test/count-tests";
import { testOtherVersions } from "./test/node-versions";

const resultsFile = join(root, "node_modules", ".cache", "curbcut", "test-results.json");

const runChecks = () => runNode(["--import", "tsx", "scripts/check.ts"], { cwd: root });

/** Maximum number of flaky tests in a run that passes. Each one indicates a bug in the test or in the product. */
const maxFlaky = 3;

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

const testVersions = (add: (counts: Counts) => void): Promise<void> => {
  rmSync(resultsFile, { force: true });
  return testOtherVersions({ PLAYWRIGHT_JSON_OUTPUT_FILE: resultsFile }, (exitCode) => {
    add(countTests(readResults(), exitCode));
    rmSync(resultsFile, { force: true });
  });
};

process.chdir(root);
const args = process.argv.slice(2);
let passed = 0;
let failed = 0;
const failures: string[] = [];
const flaky: string[] = [];
const add = (counts: Counts): void => {
  failures.push(...counts.failures);
  flaky.push(...counts.flaky);
  passed += counts.passed;
  failed += counts.failed;
  if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
};
const checks = runChecks();
try {
  add(await runTests(chooseProjects(args, process.env)));
  if (process.env["NODE_VERSIONS"] === "all" && choosesSuite(args)) await testVersions(add);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  failed += 1;
}
const { code, output } = await checks;
console.log(output.trimEnd());
if (code !== 0) failed += 1;
if (flaky.length > maxFlaky) failed += flaky.length;
if (flaky.length > 0) console.log(`\nFlaky tests (passed when repeated)\n\n${flaky.join("\n\n")}`);
if (failures.length > 0) console.log(`\nFailed tests\n\n${failures.join("\n\n")}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
