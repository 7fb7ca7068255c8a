/** Levels that need attention. */
const alarming = new Set(["warn", "error", "fatal"]);

/** Lines that the next process logs after its predecessor was killed. */
export const afterKill = [
  /removed a stale lock left by a process that has exited/,
  /"problem":"fetch failed","msg":"callback not acknowledged/,
];

const levelOf = (line: string): string | null => {
  try {
    return (JSON.parse(line) as { level?: string }).level ?? null;
  } catch {
    return null;
  }
};

/**
 * Lines that an app logs after its scanner was killed. An audit may start while no scanner is running; its job then
 * retries.
 */
export const afterScannerKill = [
  /scanner exited; will restart it/,
  /"function_id":"curbcut-run-audit".*"reason":"The scanner can't be reached right now\./,
];

/**
 * Reports whether a line is a log line at level warn or above, or other output on standard error, such as a warning
 * from Node or Next.js.
 */
const isAlarming = (line: string, stream: "stdout" | "stderr"): boolean => {
  const level = levelOf(line);
  return level === null ? stream === "stderr" && line.trim() !== "" : alarming.has(level);
};

/** Collects lines of an app's output that need attention, to find unexpected ones. */
export class AppLog {
  private readonly rest = { stdout: "", stderr: "" };
  private lines: string[] = [];

  constructor(private readonly expected: RegExp[]) {}

  add(stream: "stdout" | "stderr", chunk: string): void {
    const lines = (this.rest[stream] + chunk).split("\n");
    this.rest[stream] = lines.pop() ?? "";
    this.lines.push(...lines.filter((line) => isAlarming(line, stream)));
  }

  /** Adds patterns of expected lines. */
  expect(...more: RegExp[]): void {
    this.expected.push(...more);
  }

  /** Throws if the app has logged unexpected lines since the previous call. */
  assertExpected(): void {
    const unexpected = this.lines.filter((line) => !this.expected.some((pattern) => pattern.test(line)));
    this.lines = [];
    if (unexpected.length > 0)
      throw new Error(`The app logged lines that this test does not expect:\n${unexpected.join("\n")}`);
  }
}
