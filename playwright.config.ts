import { defineConfig } from "@playwright/test";
import { patienceMs } from "./scripts/test/patience";

// Uses React's production build, as the deployed app does. With the development build, creating PDFs and emails takes
// several times longer.
Object.assign(process.env, { NODE_ENV: "production" });

/** Time limit for each test: long enough for a test that waits several times. */
const testMs = 3 * patienceMs;

interface Kind {
  /** Whether tests in the same file can run at the same time. */
  fullyParallel?: boolean;
  /** Whether the tests need the production build. Other tests run while it is being created. */
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
  // More workers than cores are useful, because tests spend half their time waiting.
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
    // The storm tests run last, because they use the whole machine.
    { ...project("storm"), testDir: "tests/endurance", testMatch: storm, dependencies: ["build", "endurance"] },
  ],
});
