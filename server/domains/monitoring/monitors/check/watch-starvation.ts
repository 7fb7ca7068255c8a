export interface StarvationWatch {
  /** Total time for which this process has been unable to run its timers since the watch started, in milliseconds. */
  lostMs(): number;
  stop(): void;
}

const beatMs = 50;
/** Maximum delay of a timer in a process that is busy but not starved, in milliseconds. */
const toleratedMs = 100;

/**
 * Detects when this process is starved, that is, when it blocks its own event loop or gets no CPU time. A timer that is
 * due every 50 ms then fires late. Measurements made while the process is starved don't reveal anything about other
 * servers.
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
