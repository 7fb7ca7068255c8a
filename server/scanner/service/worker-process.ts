import { type ChildProcess, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { log } from "@/server/core/log";
import { readProcessStat } from "@/server/core/process-stat";
import { SilenceWatch } from "@/server/core/silence-watch";
import { environmentForWorker } from "../process-environment";
import type { BrowserState } from "./browser-state";
import { scanMemoryLimit, watchMemory } from "./memory-watch";
import { endGroup, findGroup, isStopped, type ProcessGroup } from "./process-groups";
import { createWorkerFolder } from "./worker-folders";
import { type SupervisorMessage, WorkerMessage } from "./worker-messages";
import type { WorkerProgram } from "./worker-program";

/**
 * Reason why a worker exited. A worker that is silent for ten seconds is killed; the reason is then `stopped` if the
 * worker was suspended, and `frozen` otherwise.
 */
export interface WorkerEnd {
  reason: "killed" | "frozen" | "stopped" | "crashed";
  exit_code: number | null;
  exit_signal: string | null;
}

const SILENT_AFTER_MS = 10_000;
/** Time limit for a worker to start. It is generous, because loading the code takes a while on a busy machine. */
const START_AFTER_MS = 60_000;

/**
 * A child process that scans with its own browser. If the child stops responding, it is killed together with all
 * processes it started, and its files are deleted.
 */
export class WorkerProcess {
  readonly ended: Promise<WorkerEnd>;
  private readonly child: ChildProcess;
  private readonly folder = createWorkerFolder();
  private readonly groups: ProcessGroup[] = [];
  private watch: SilenceWatch;
  private readonly memory = watchMemory({
    root: () => this.processId,
    limitBytes: scanMemoryLimit(),
    onExceeded: ({ id, bytes }, sum) => this.endProcess(id, { bytes, sum }),
  });
  private reason: WorkerEnd["reason"] = "crashed";
  /** Number of bytes downloaded, as reported by the worker. */
  bytes = 0;
  private listener: (message: WorkerMessage) => void = () => undefined;
  private over = false;

  constructor(
    program: WorkerProgram,
    private readonly browserState: BrowserState,
  ) {
    this.child = spawn(process.execPath, program.nodeArguments, {
      cwd: process.cwd(),
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...environmentForWorker(), TMPDIR: this.folder },
    });
    this.watch = this.watchFor(START_AFTER_MS);
    this.child.on("message", (message) => this.receive(message));
    this.ended = new Promise((resolve) => {
      const end = (exit_code: number | null, exit_signal: string | null) => {
        this.cleanUp();
        resolve({ reason: this.reason, exit_code, exit_signal });
      };
      this.child.once("exit", end);
      this.child.once("error", (error) => {
        log.error({ err: error }, "failed to start a scanning process");
        end(null, null);
      });
    });
  }

  get processId(): number | undefined {
    return this.child.pid;
  }

  get isAlive(): boolean {
    return !this.over && this.reason === "crashed";
  }

  /** Sets the function that receives the worker's messages. */
  listen(listener: (message: WorkerMessage) => void): void {
    this.listener = listener;
  }

  send(message: SupervisorMessage): void {
    if (this.isAlive && this.child.connected) this.child.send(message, () => undefined);
  }

  kill(reason: WorkerEnd["reason"] = "killed"): void {
    if (!this.isAlive) return;
    this.reason = reason;
    this.endProcesses();
  }

  private watchFor(afterMs: number): SilenceWatch {
    return new SilenceWatch({
      afterMs,
      readUse: () => readProcessStat(this.processId),
      onSilent: () => {
        log.error(
          { process_id: this.processId, silent_ms: afterMs },
          "killed a scanning process that stopped responding",
        );
        this.kill(this.processId !== undefined && isStopped(this.processId) ? "stopped" : "frozen");
      },
    });
  }

  private receive(input: unknown): void {
    const parsed = WorkerMessage.safeParse(input);
    if (!this.isAlive) return;
    if (!parsed.success) {
      log.error({ process_id: this.processId, err: parsed.error }, "unreadable message from a scanning process");
      this.kill("crashed");
      return;
    }
    this.watch.reset();
    if (parsed.data.type === "ready") {
      this.watch.stop();
      this.watch = this.watchFor(SILENT_AFTER_MS);
    }
    this.browserState.note(parsed.data);
    if (parsed.data.type === "browser") this.noteBrowser(parsed.data.process_id);
    else if (parsed.data.type === "beat") this.bytes = Math.max(this.bytes, parsed.data.bytes ?? 0);
    else this.listener(parsed.data);
  }

  private noteBrowser(processId: number): void {
    const group = findGroup(processId, this.processId ?? 0);
    if (group) this.groups.push(group);
  }

  private endProcesses(): void {
    for (const group of this.groups) endGroup(group);
    if (this.processId !== undefined) endGroup({ id: this.processId, startedAt: null });
  }

  /**
   * Kills the process that uses the most memory. If the process belongs to the browser, the worker treats the page as
   * crashed; if it is the worker itself, the audit continues in another worker.
   */
  private endProcess(id: number, { bytes, sum }: { bytes: number; sum: number }): void {
    log.info({ process_id: id, bytes, sum_bytes: sum }, "killed a scanning process that used too much memory");
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // The process has exited in the meantime.
    }
  }

  private cleanUp(): void {
    this.over = true;
    this.watch.stop();
    this.memory.stop();
    this.endProcesses();
    rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch((error: unknown) =>
      log.warn({ err: error, folder: this.folder }, "failed to delete the files of a scanning process"),
    );
  }
}
