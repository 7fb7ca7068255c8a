export interface StarvationWatch {
  /** Milliseconds in which this process did not get to run its timers, since the watch began. Never goes down. */
  lostMs(): number;
  stop(): void;
}

const beatMs = 50;
/** What a busy but healthy process is late by. */
const toleratedMs = 100;

/**
 * Notices when this process stands still, whether it blocks itself or gets no processor: a timer that should fire every
 * 50 ms is late then. What was measured meanwhile says nothing about anybody else.
 */
export const watchStarvation = (): StarvationWatch => {
  let lost = 0;
  let lastBeat = performance.now();
  const overdue = (): number => {
    const late = performance.now() - lastBeat - beatMs;
    return late > toleratedMs ? late : 0;
  };
  const timer = setInterval(() => {
    lost += overdue();
    lastBeat = performance.now();
  }, beatMs).unref();
  return { lostMs: () => lost + overdue(), stop: () => clearInterval(timer) };
};
