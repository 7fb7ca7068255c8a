import { defineConfig } from "@playwright/test";
import { patienceMs } from "./scripts/test/patience";

// React's production build, as users run it. The development build creates PDFs and emails several times more slowly.
Object.assign(process.env, { NODE_ENV: "production" });

/** Long enough for a test that waits several times. */
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
  // Tests spend half their time waiting.
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
