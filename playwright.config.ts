import { defineConfig } from "@playwright/test";

const project = (name: string, timeout: number, fullyParallel = true) => ({
  name,
  testDir: `tests/${name}`,
  timeout,
  fullyParallel,
});

export default defineConfig({
  reporter: "list",
  workers: 3,
  retries: 0,
  forbidOnly: true,
  outputDir: "test-results",
  projects: [
    project("unit", 30_000),
    project("verbs", 30_000, false),
    project("api", 30_000, false),
    project("contracts", 60_000, false),
    project("promises", 180_000, false),
    project("e2e", 120_000, false),
  ],
});
