import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/server/core/log";
import type { Lighthouse, PageError, ScanRequest } from "../contract";
import { meterWorker } from "./meter-worker";
import type { ResultSender } from "./result-sender";
import { ScanRecord } from "./scan-record";
import type { PermitHolder, SharedPermits } from "./shared-permits";
import type { Permit, ScanOrder, WorkerMessage } from "./worker-messages";
import type { WorkerEnd, WorkerProcess } from "./worker-process";

export interface AuditParts {
  sender: ResultSender;
  takeWorker: () => WorkerProcess;
  permits: Readonly<Record<Permit, SharedPermits>>;
}

type Outcome =
  | { kind: "done"; lighthouse: Lighthouse | undefined }
  | { kind: "failed"; error: PageError }
  | ({ kind: "ended" } & WorkerEnd);

const RESTART_PAUSE_MS = 500;
/** The audit fails after this many consecutive workers have exited without an open page or any other apparent cause. */
const MAX_IDLE_ENDS = 3;

const gaveUp: PageError = {
  code: "scanner_failed",
  message: "The website crashed the scanner several times before a page could be opened.",
};

/**
 * Runs one audit in worker processes, one at a time. If a worker exits early, another one continues the audit and
 * reloads the pages that were open, each on its own. A page that is open when two workers exit early is reported as
 * failed.
 */
export class SupervisedAudit {
  private readonly record: ScanRecord;
  private idleEnds = 0;

  constructor(
    private readonly request: ScanRequest,
    private readonly parts: AuditParts,
    private readonly signal: AbortSignal,
  ) {
    this.record = new ScanRecord(request.options);
  }

  /** Resolves when the app has received everything. Throws the signal's reason or the delivery error. */
  async run(): Promise<void> {
    const { sender } = this.parts;
    for (;;) {
      this.signal.throwIfAborted();
      const outcome = await this.runWorker();
      if (outcome.kind === "done") return sender.complete(outcome.lighthouse ?? this.record.lostLighthouse());
      if (outcome.kind === "failed") return sender.fail(outcome.error);
      if (!(await this.goOn(outcome))) return sender.fail(gaveUp);
      await sleep(RESTART_PAUSE_MS, undefined, { signal: this.signal });
    }
  }

  private async runWorker(): Promise<Outcome> {
    const worker = this.parts.takeWorker();
    const holders = this.openPermits(worker);
    const meter = meterWorker(worker, this.request.options, (used) => this.parts.sender.use(used));
    const abort = () => worker.kill();
    this.signal.addEventListener("abort", abort, { once: true });
    try {
      const reported = new Promise<Outcome>((resolve) =>
        worker.listen((message) => {
          if (message.type === "page" || message.type === "document") meter.countPage();
          this.receive(message, worker, holders, resolve);
        }),
      );
      worker.send({ type: "scan", ...this.order() });
      const outcome = await Promise.race([reported, worker.ended.then((end) => ({ kind: "ended" as const, ...end }))]);
      this.signal.throwIfAborted();
      return outcome;
    } finally {
      this.signal.removeEventListener("abort", abort);
      meter.stop();
      for (const holder of Object.values(holders)) holder.close();
      worker.kill();
      await worker.ended;
    }
  }

  private order(): Omit<ScanOrder, "type"> {
    const { audit_id, website_url, sign_in, journeys } = this.request;
    const { record } = this;
    return { audit_id, website_url, options: record.remaining(), suspects: record.suspects(), sign_in, journeys };
  }

  private openPermits(worker: WorkerProcess): Record<Permit, PermitHolder> {
    const { tab, lighthouse } = this.parts.permits;
    const grant = (id: number) => worker.send({ type: "entered", id });
    return { tab: tab.open(grant), lighthouse: lighthouse.open(grant) };
  }

  private receive(
    message: WorkerMessage,
    worker: WorkerProcess,
    holders: Record<Permit, PermitHolder>,
    settle: (outcome: Outcome) => void,
  ): void {
    const { sender } = this.parts;
    this.record.note(message);
    if (message.type === "enter") {
      sender.pause(0);
      holders[message.permit].request(message.id);
    } else if (message.type === "paused") sender.pause(message.ms);
    else if (message.type === "leave") holders[message.permit].leave(message.id);
    else if (message.type === "progress") sender.progress(message.progress);
    else if (message.type === "page") this.takePage(message, worker);
    else if (message.type === "document") this.takeDocument(message, worker);
    else if (message.type === "done") settle({ kind: "done", lighthouse: message.lighthouse });
    else if (message.type === "failed") settle({ kind: "failed", error: message.error });
  }

  private takePage({ id, page, progress }: Extract<WorkerMessage, { type: "page" }>, worker: WorkerProcess): void {
    this.idleEnds = 0;
    void this.parts.sender.page(page, progress).then(() => worker.send({ type: "taken", id }));
  }

  private takeDocument({ id, document }: Extract<WorkerMessage, { type: "document" }>, worker: WorkerProcess): void {
    this.idleEnds = 0;
    void this.parts.sender.document(document).then(() => worker.send({ type: "taken", id }));
  }

  /** Decides how to continue after a worker has exited early. Returns false when nothing is left to try. */
  private async goOn({ reason, exit_code, exit_signal }: WorkerEnd): Promise<boolean> {
    const { audit_id } = this.request;
    const open_pages = this.record.openPages();
    log.error(
      { audit_id, reason, exit_code, exit_signal, open_pages },
      "scanning process exited before its audit was complete",
    );
    if (reason === "stopped") this.record.clearOpenPages();
    else if (this.record.isIdle) this.idleEnds += 1;
    else this.idleEnds = 0;
    for (const parcel of this.record.countStrikes()) {
      log.warn({ audit_id, url: parcel.url }, "skipped a page that crashed two scanning processes");
      await this.parts.sender.page(parcel, this.record.progress());
    }
    const document = this.record.documents.countStrike();
    if (document) await this.parts.sender.document(document);
    return this.idleEnds < MAX_IDLE_ENDS;
  }
}
