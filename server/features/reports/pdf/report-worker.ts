import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { DocumentRequest } from "./documents/render-document";
import type { WorkerReply, WorkerRequest } from "./worker";

export type RenderFailure = "busy" | "timeout" | "crashed" | "failed";

/** `busy`: the queue is full, try later. `timeout`, `crashed`: this report is too much. `failed`: a fault of ours. */
export class ReportRenderError extends Error {
  constructor(
    readonly reason: RenderFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "ReportRenderError";
  }
}

export type RenderedReport = { file: Buffer; cpu_ms: number };

export type RendererOptions = {
  timeout_ms: number;
  idle_ms: number;
  max_queue: number;
  max_memory_mb: number;
  /** Reports after which a worker makes room for a new one, so that nothing can pile up in it. */
  max_reports: number;
};

type Job = {
  request: WorkerRequest;
  resolve: (report: RenderedReport) => void;
  reject: (error: ReportRenderError) => void;
};

// Node 20 ignores loaders given by `--import` for the entry of a worker, so the loader comes first in here. React
// takes its slow, talkative build unless it is told that this is production.
const BOOTSTRAP = `
  const { entry } = require("node:worker_threads").workerData;
  process.env.NODE_ENV = "production";
  import("tsx/esm/api").then(({ register }) => {
    register();
    return import(entry);
  });
`;

// The sources, not a bundle: the same file under Next, tsx and tests.
const workerEntry = () => pathToFileURL(join(process.cwd(), "server/features/reports/pdf/worker.ts")).href;

/**
 * Renders reports one after the other in a worker thread, so that the caller's event loop stays free. The
 * worker stays warm between reports, with its fonts, and ends after `idle_ms` or `max_reports`; one that dies takes only its own report along.
 */
export class ReportRenderer {
  private worker: Worker | null = null;
  private running: Job | null = null;
  private readonly waiting: Job[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lastId = 0;
  private rendered = 0;

  constructor(private readonly options: RendererOptions) {}

  render(request: DocumentRequest): Promise<RenderedReport> {
    if (this.waiting.length >= this.options.max_queue) {
      return Promise.reject(new ReportRenderError("busy", "Too many reports are waiting to be rendered."));
    }
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.push({ request: { ...request, id }, resolve, reject });
      this.startNext();
    });
  }

  /** Whether a worker is there that the next report need not wait for. */
  get isWarm(): boolean {
    return this.worker !== null;
  }

  /** Ends the worker. Reports that are not done are rejected. */
  async close(): Promise<void> {
    const gone = new ReportRenderError("crashed", "The report renderer was closed.");
    for (const job of this.waiting.splice(0)) job.reject(gone);
    await this.dropWorker(gone);
  }

  private startNext() {
    if (this.running) return;
    clearTimeout(this.timer);
    const job = this.waiting.shift();
    if (!job) {
      this.rest();
      return;
    }
    this.running = job;
    this.worker ??= this.startWorker();
    this.worker.ref();
    this.timer = setTimeout(() => {
      const seconds = this.options.timeout_ms / 1_000;
      void this.dropWorker(new ReportRenderError("timeout", `The report took longer than ${seconds} s to render.`));
    }, this.options.timeout_ms);
    this.worker.postMessage(job.request);
  }

  private rest() {
    if (!this.worker) return;
    this.worker.unref();
    this.timer = setTimeout(() => void this.dropWorker(null), this.options.idle_ms);
    this.timer.unref();
  }

  private startWorker(): Worker {
    this.rendered = 0;
    const worker = new Worker(BOOTSTRAP, {
      eval: true,
      execArgv: [],
      workerData: { entry: workerEntry() },
      // Layout makes very many short-lived objects: a wide nursery spares a quarter of the time.
      resourceLimits: { maxOldGenerationSizeMb: this.options.max_memory_mb, maxYoungGenerationSizeMb: 64 },
    });
    const fail = (cause?: unknown) => {
      if (this.worker !== worker) return;
      void this.dropWorker(
        new ReportRenderError("crashed", "The report renderer ran out of memory or crashed.", { cause }),
      );
    };
    worker.on("message", (reply: WorkerReply) => this.finish(reply));
    worker.on("error", fail);
    worker.on("exit", () => fail());
    return worker;
  }

  private finish(reply: WorkerReply) {
    const job = this.running;
    if (job?.request.id !== reply.id) return;
    this.running = null;
    this.rendered += 1;
    const worn = this.rendered >= this.options.max_reports ? this.worker : null;
    if (worn) this.worker = null;
    void worn?.terminate();
    if ("file" in reply) {
      const { buffer, byteOffset, byteLength } = reply.file;
      job.resolve({ file: Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength), cpu_ms: reply.cpu_ms });
    } else {
      const cause = Object.assign(new Error(reply.error.message), { stack: reply.error.stack });
      job.reject(new ReportRenderError("failed", "The report could not be rendered.", { cause }));
    }
    this.startNext();
  }

  private async dropWorker(error: ReportRenderError | null) {
    clearTimeout(this.timer);
    const { worker, running } = this;
    this.worker = null;
    this.running = null;
    if (running && error) running.reject(error);
    this.startNext();
    await worker?.terminate();
  }
}
