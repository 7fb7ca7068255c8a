import { defineConfig } from "@playwright/test";

// React as users run it: its other build is several times slower at making PDFs and mails.
Object.assign(process.env, { NODE_ENV: "production" });

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
    project("endurance", 180_000, false),
    project("e2e", 120_000, false),
  ],
});
