const hourMs = 3_601_000;

// Run by the app before anything else; the test's process has no other way to its clock.
const preload = `
  let ahead = 0;
  const now = Date.now;
  Date.now = () => now() + ahead;
  process.on("SIGUSR2", () => { ahead += ${hourMs}; });
`;

/** Variables that give an app a clock which `passHour` moves on. */
export const movableClock = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };

/** Moves the clock of an app on by an hour and a second. */
export const passHour = (pid: number): void => void process.kill(pid, "SIGUSR2");

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
