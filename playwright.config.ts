import { defineConfig } from "@playwright/test";
import { patienceMs } from "./scripts/test/patience";

// The React build that users run; the other one is several times slower at creating PDFs and emails.
Object.assign(process.env, { NODE_ENV: "production" });

/** A test may wait more than once. */
const testMs = 3 * patienceMs;

interface Kind {
  /** Whether the tests of one file may run at the same time. */
  fullyParallel?: boolean;
  /** Whether the tests run against the production build; the others run while it is being built. */
  needsBuild?: boolean;
}

const project = (name: string, { fullyParallel = false, needsBuild = false }: Kind = {}) => ({
  name,
  testDir: `tests/${name}`,
  timeout: testMs,
  fullyParallel,
  dependencies: needsBuild ? ["build"] : [],
});

const storm = "hostile-sites.spec.ts";

export default defineConfig({
  reporter: "list",
  // Tests spend half of their time waiting.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  outputDir: "test-results",
  expect: { timeout: patienceMs },
  projects: [
    project("build"),
    project("contracts"),
    project("verbs"),
    project("api"),
    project("unit", { fullyParallel: true }),
    project("e2e", { needsBuild: true }),
    project("promises", { needsBuild: true }),
    { ...project("endurance", { needsBuild: true }), testIgnore: storm },
    // It uses the whole machine, so it runs last.
    { ...project("storm"), testDir: "tests/endurance", testMatch: storm, dependencies: ["build", "endurance"] },
  ],
});
