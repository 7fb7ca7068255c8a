import { expect } from "@playwright/test";
import type { RunningApp } from "./running-app";

const hourMs = 3_601_000;
const moved = "an hour has passed";

// Run by the app before anything else; the test's process has no other way to its clock.
const preload = `
  let ahead = 0;
  const now = Date.now;
  Date.now = () => now() + ahead;
  process.on("SIGUSR2", () => { ahead += ${hourMs}; console.log("${moved}"); });
`;

/** Variables that give an app a clock which `passHour` moves on. */
export const movableClock = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };

/** Moves the clock of an app on by an hour and a second, and waits until it has. */
export const passHour = async ({ pids, output }: RunningApp): Promise<void> => {
  const hours = (): number => output().split(moved).length;
  const before = hours();
  process.kill(pids().app, "SIGUSR2");
  await expect.poll(hours, { intervals: [10], timeout: 10_000 }).toBe(before + 1);
};

/** Moves the clock of this process on while `work` runs. */
export const anHourLater = async <T>(work: () => Promise<T>): Promise<T> => {
  const now = Date.now;
  Date.now = () => now() + hourMs;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
};
