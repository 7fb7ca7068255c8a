import { log } from "@/server/core/log";
import type { BrowserHealth } from "../contract";
import type { WorkerMessage } from "./worker-messages";

/**
 * The state of the workers' browsers: whether they run in a sandbox, or why they don't start. Logs each condition once.
 */
export class BrowserState {
  private health: BrowserHealth = {};
  private readonly logged = new Set<string>();

  note(message: WorkerMessage): void {
    if (message.type === "browser") this.noteStart(message);
    else if (message.type === "no_browser") this.noteError(message);
  }

  read(): BrowserHealth {
    return this.health;
  }

  private noteStart({ sandbox, reason }: Extract<WorkerMessage, { type: "browser" }>): void {
    this.health = { sandbox };
    if (sandbox) return;
    this.logOnce("no_sandbox", () =>
      log.warn({ reason }, "started the scanner's browser without a sandbox; see docs/operations.md"),
    );
  }

  private noteError({ error, reason }: Extract<WorkerMessage, { type: "no_browser" }>): void {
    this.health = { problem: error.code };
    this.logOnce(error.code, () => log.error({ code: error.code, reason }, error.message));
  }

  private logOnce(what: string, write: () => void): void {
    if (this.logged.has(what)) return;
    this.logged.add(what);
    write();
  }
}
