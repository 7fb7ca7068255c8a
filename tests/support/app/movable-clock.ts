import { expect } from "@playwright/test";
import type { RunningApp } from "./running-app";

const hourMs = 3_601_000;
const moved = "an hour has passed";

// The app runs this script first, because the test's process has no other way to change the app's clock.
const preload = `
  let ahead = 0;
  const now = Date.now;
  Date.now = () => now() + ahead;
  process.on("SIGUSR2", () => { ahead += ${hourMs}; console.log("${moved}"); });
`;

/** Environment variables that give an app a clock that `passHour` can advance. */
export const movableClock = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };

/** Advances the clock of an app by an hour and a second. */
export const passHour = async ({ pids, output }: RunningApp): Promise<void> => {
  const hours = (): number => output().split(moved).length;
  const before = hours();
  process.kill(pids().app, "SIGUSR2");
  await expect.poll(hours, { intervals: [10] }).toBe(before + 1);
};

/** Runs `work` with the clock of this process an hour and a second ahead. */
export const anHourLater = async <T>(work: () => Promise<T>): Promise<T> => {
  const now = Date.now;
  Date.now = () => now() + hourMs;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
};
