import { log } from "@/server/core/log";
import { NoBrowserError } from "../browser/locate-browser";
import type { PageError, ScanRequest } from "../contract";
import { ScanFailedError } from "../crawl/discover-site";
import type { ScanEngine } from "../engine";
import { scanSite } from "../scan-site";
import { deliverCallback } from "./callback-client";
import { ResultCourier } from "./result-courier";

export interface AuditRunner {
  /** Starts a scan in the background; one that runs already goes on as it is. */
  start(request: ScanRequest): void;
  /** Ends a scan at once; nothing more of it is sent. Resolves when its pages are closed. */
  cancel(auditId: string): Promise<void>;
  running(): number;
  close(): Promise<void>;
}

class CancelledError extends Error {
  override readonly name = "CancelledError";
}

const toError = (error: unknown): PageError => {
  if (error instanceof ScanFailedError || error instanceof NoBrowserError)
    return { code: error.code, message: error.message };
  return { code: "scanner_failed", message: "The scanner could not go on; its log says why." };
};

const runAudit = async (request: ScanRequest, secret: string, engine: ScanEngine, stop: AbortController) => {
  const { audit_id, website_url, callback_url, options } = request;
  const courier = new ResultCourier({
    audit_id,
    first_sequence: options.first_sequence,
    deliver: (event) => deliverCallback(callback_url, secret, event, stop.signal),
    onOver: (error) => {
      log.warn({ audit_id, err: error }, "the app takes no more results of this audit");
      stop.abort(new CancelledError("The app takes no more results of this audit."));
    },
  });
  try {
    const summary = await scanSite({ website_url, options, signal: stop.signal }, courier, engine);
    await courier.complete(summary.lighthouse);
    log.info({ audit_id, ...summary }, "audit done");
  } catch (error) {
    if (stop.signal.aborted) {
      log.info({ audit_id }, "audit stopped");
      return;
    }
    log.error({ audit_id, err: error }, "audit failed");
    await courier.fail(toError(error));
  } finally {
    courier.stop();
  }
};

/** Runs the audits of this process, all on one engine. */
export const createAuditRunner = (engine: ScanEngine, secret: string): AuditRunner => {
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
      const done = runAudit(request, secret, engine, stop)
        .catch((error: unknown) => log.error({ audit_id, err: error }, "the end of the audit could not be told"))
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
