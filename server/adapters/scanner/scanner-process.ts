import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { log } from "@/server/core/log";
import { readProcessStat } from "@/server/core/process-stat";
import { processWide } from "@/server/core/process-wide";
import { readProperty } from "@/server/core/property";
import { SilenceWatch } from "@/server/core/silence-watch";
import { environmentForScanner } from "@/server/scanner/process-environment";

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
const STEADY_AFTER_MS = 60_000;
const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 6_000;
const SILENT_AFTER_MS = 10_000;
/** Time limit for the scanner to start: generous, because loading its code can take a long time on a busy machine. */
const START_AFTER_MS = 60_000;

const isListening = (message: unknown): message is { type: "listening"; port: number } =>
  readProperty(message, "type") === "listening" && typeof readProperty(message, "port") === "number";

/** Path of the scanner that belongs to the production build; undefined if the app isn't running from a build. */
const builtProgram = processWide<string>("scanner-program");

/** Returns the arguments with which Node.js runs the scanner. */
const programArguments = (root: string): string[] =>
  builtProgram.value ? [builtProgram.value] : ["--import", "tsx", join(root, "server", "scanner", "main.ts")];

/** Keeps one scanner process running: restarts it, with increasing delays, when it exits or stops responding. */
export class ScannerProcess {
  private child: ChildProcess | null = null;
  private listeningOn: number | null = null;
  private waiting: ((port: number) => void)[] = [];
  private listeners = new Set<() => void>();
  private restart: NodeJS.Timeout | null = null;
  private watch: SilenceWatch | null = null;
  private pause = FIRST_PAUSE_MS;
  private starts = 0;
  private stopped = false;

  constructor(private readonly secret: string) {}

  /** Process id of the running scanner, if there is one. */
  get processId(): number | undefined {
    return this.child?.pid;
  }

  start(): void {
    const startedAt = Date.now();
    const root = process.cwd();
    const child = spawn(process.execPath, programArguments(root), {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...environmentForScanner(), SCANNER_SECRET: this.secret },
    });
    this.child = child;
    this.watchFor(child, START_AFTER_MS);
    child.on("message", (message) => {
      this.watch?.reset();
      if (!isListening(message)) return;
      this.watchFor(child, SILENT_AFTER_MS);
      this.onListening(message.port);
    });
    child.on("error", (error) => log.error({ err: error }, "failed to start the scanner"));
    child.once("exit", (code, signal) => this.onExit({ code, signal, uptimeMs: Date.now() - startedAt }));
  }

  /**
   * Returns the port of the running scanner. Waits if the scanner is starting, and throws if it isn't up within 30 s.
   */
  port(): Promise<number> {
    if (this.listeningOn !== null) return Promise.resolve(this.listeningOn);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((waiting) => waiting !== resolvePort);
        reject(new Error("The bundled scanner didn't start in time."));
      }, READY_TIMEOUT_MS);
      const resolvePort = (port: number) => {
        clearTimeout(timer);
        resolve(port);
      };
      this.waiting.push(resolvePort);
    });
  }

  onRestart(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.restart) clearTimeout(this.restart);
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      child.once("exit", () => {
        clearTimeout(timer);
        resolve();
      });
      child.kill("SIGTERM");
    });
  }

  /** Kills the scanner if it stops responding. Its scanning processes always exit with it. */
  private watchFor(child: ChildProcess, afterMs: number): void {
    this.watch?.stop();
    this.watch = new SilenceWatch({
      afterMs,
      readUse: () => readProcessStat(child.pid),
      onSilent: () => {
        log.error({ silent_ms: afterMs }, "killed the scanner because it stopped responding");
        child.kill("SIGKILL");
      },
    });
  }

  private onListening(port: number): void {
    this.starts += 1;
    this.listeningOn = port;
    for (const resolvePort of this.waiting.splice(0)) resolvePort(port);
    if (this.starts > 1) for (const listener of this.listeners) listener();
  }

  private onExit({ code, signal, uptimeMs }: { code: number | null; signal: string | null; uptimeMs: number }): void {
    this.listeningOn = null;
    this.watch?.stop();
    if (this.stopped) return;
    if (uptimeMs > STEADY_AFTER_MS) this.pause = FIRST_PAUSE_MS;
    log.error({ exit_code: code, exit_signal: signal, again_in_ms: this.pause }, "scanner exited; will restart it");
    this.restart = setTimeout(() => this.start(), this.pause);
    this.pause = Math.min(this.pause * 2, MAX_PAUSE_MS);
  }
}
