import { log } from "@/server/core/log";
import type { ScanRequest } from "../contract";
import { deliverCallback } from "./callback-client";
import { ResultSender } from "./result-sender";
import type { SharedPermits } from "./shared-permits";
import { SupervisedAudit } from "./supervised-audit";
import type { Permit } from "./worker-messages";
import type { WorkerProcess } from "./worker-process";

export interface AuditRunner {
  /** Starts a scan in the background. Does nothing if the audit is already running. */
  start(request: ScanRequest): void;
  /**
   * Stops a scan immediately and delivers its finished pages. Resolves when the scan's processes have exited and
   * nothing more will be sent.
   */
  cancel(auditId: string): Promise<void>;
  running(): number;
  close(): Promise<void>;
}

export interface RunnerParts {
  secret: string;
  takeWorker: () => WorkerProcess;
  permits: Readonly<Record<Permit, SharedPermits>>;
}

/** Time limit for delivering the finished pages of a stopped scan. */
const FLUSH_MS = 3_000;

class CancelledError extends Error {
  override readonly name = "CancelledError";
}

const runAudit = async (request: ScanRequest, parts: RunnerParts, stop: AbortController): Promise<void> => {
  const { audit_id, callback_url, options } = request;
  const delivery = new AbortController();
  const sender = new ResultSender({
    audit_id,
    first_sequence: options.first_sequence,
    deliver: (event) => deliverCallback(callback_url, parts.secret, event, delivery.signal),
    onOver: (error) => {
      const message = "the app stopped accepting results for this audit";
      // If there is no error, the app itself reported that the audit has ended or that another scan is running it.
      if (!stop.signal.aborted) log[error ? "warn" : "info"]({ audit_id, err: error }, message);
      stop.abort(new CancelledError("The app no longer accepts results for this audit."));
    },
  });
  try {
    await new SupervisedAudit(request, { ...parts, sender }, stop.signal).run();
    log.info({ audit_id }, "finished an audit");
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    const timer = setTimeout(() => delivery.abort(stop.signal.reason), FLUSH_MS);
    await sender.flush().finally(() => clearTimeout(timer));
    log.info({ audit_id }, "stopped an audit");
  } finally {
    sender.stop();
  }
};

/** Runs audits, each in a separate process. */
export const createAuditRunner = (parts: RunnerParts): AuditRunner => {
  const audits = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const cancel: AuditRunner["cancel"] = async (auditId) => {
    const audit = audits.get(auditId);
    audit?.stop.abort(new CancelledError("The audit was cancelled."));
    await audit?.done;
  };
  return {
    start: (request) => {
      const { audit_id } = request;
      if (audits.has(audit_id)) return;
      const stop = new AbortController();
      const done = runAudit(request, parts, stop)
        .catch((error: unknown) => log.error({ audit_id, err: error }, "failed to report the end of an audit"))
        .finally(() => audits.delete(audit_id));
      audits.set(audit_id, { stop, done });
    },
    cancel,
    running: () => audits.size,
    close: async () => {
      await Promise.all([...audits.keys()].map(cancel));
    },
  };
};
