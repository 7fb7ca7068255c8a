import type { ScanProgress } from "@/server/scanner/scan-site";

export interface ProgressDisplay {
  show(progress: ScanProgress): void;
  /** Removes the progress bar. */
  clear(): void;
}

type Output = Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean; columns?: number };

export const drawBar = (done: number, total: number, width: number): string => {
  const filled = total === 0 ? 0 : Math.min(width, Math.round((done / total) * width));
  return "█".repeat(filled) + "░".repeat(width - filled);
};

const phrase = ({ phase, pages_done, pages_total, pages_failed }: ScanProgress): string => {
  if (phase === "discovering" || pages_total === 0) return "Finding pages";
  const failed = pages_failed > 0 ? `, ${pages_failed} not scanned` : "";
  return `${pages_done} of ${pages_total} pages${failed}`;
};

const bar = (output: Output): ProgressDisplay => ({
  show: (progress) => {
    const width = Math.max(10, Math.min(40, (output.columns ?? 80) - 40));
    const drawn = progress.pages_total > 0 ? `${drawBar(progress.pages_done, progress.pages_total, width)}  ` : "";
    output.write(`\r\u001b[K${drawn}${phrase(progress)}`);
  },
  clear: () => void output.write("\r\u001b[K"),
});

/** Prints at most one line for every 10% of the pages, so that the log stays readable. */
const lines = (output: Output): ProgressDisplay => {
  let tenth = -1;
  return {
    show: (progress) => {
      const { pages_done, pages_total } = progress;
      const now = pages_total === 0 ? 0 : Math.floor((10 * pages_done) / pages_total);
      if (now <= tenth) return;
      tenth = now;
      output.write(`${phrase(progress)}\n`);
    },
    clear: () => undefined,
  };
};

export const createProgress = (output: Output): ProgressDisplay => (output.isTTY ? bar(output) : lines(output));
