import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { findCatalogue, sourceLanguage } from "@/messages/runtime/language";
import { asError } from "@/server/core/as-error";
import type { ReportData, ReportVariant } from "../report-data";
import type { WorkerGreeting, WorkerReply, WorkerRequest } from "./worker";

export type RenderFailure = "busy" | "timeout" | "crashed" | "failed";

/**
 * `busy`: the queue is full; retry later. `timeout`, `crashed`: this report is too large. `failed`: an error in our
 * code.
 */
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

/**
 * `data` can be a function, which is called when rendering starts, so that the queue uses little memory. `language`
 * defaults to the source language.
 */
export type RenderRequest = {
  variant: ReportVariant;
  data: ReportData | (() => Promise<ReportData>);
  language?: string | undefined;
};

export type RendererOptions = {
  /** Limit on elapsed time. On Linux, time during which the thread waited for a processor doesn't count. */
  timeout_ms: number;
  /**
   * Limit on processor time, which, unlike elapsed time, doesn't depend on how busy the machine is. Measured only on
   * Linux.
   */
  processor_ms: number;
  idle_ms: number;
  max_queue: number;
  max_memory_mb: number;
  /** Number of reports after which a worker is replaced, so that nothing accumulates in its memory. */
  max_reports: number;
  /** Heap size above which a worker is replaced, because it never releases memory. */
  worn_heap_mb: number;
};

type Job = {
  id: number;
  request: RenderRequest;
  isUrgent: boolean;
  resolve: (report: RenderedReport) => void;
  reject: (error: Error) => void;
};

// The loader is registered here first, because Node 20 ignores `--import` loaders for the entry file of a worker.
// NODE_ENV must be production, because React otherwise uses its slow and verbose development build.
const BOOTSTRAP = `
  const { entry } = require("node:worker_threads").workerData;
  process.env.NODE_ENV = "production";
  import("tsx/esm/api").then(({ register }) => {
    register();
    return import(entry);
  });
`;

type ThreadTimes = { ran_ms: number; waited_ms: number };

/**
 * Returns how long a thread has run, and how long it has waited for a processor, as counted by the kernel
 * (https://docs.kernel.org/scheduler/sched-stats.html); null if the kernel doesn't count this.
 */
const readThreadTimes = (thread: string | null): ThreadTimes | null => {
  if (thread === null) return null;
  try {
    const [ran_ms = 0, waited_ms = 0] = readFileSync(`${thread}/schedstat`, "utf8")
      .split(" ", 2)
      .map((nanoseconds) => Number(nanoseconds) / 1_000_000);
    return { ran_ms, waited_ms };
  } catch {
    return null;
  }
};

/** Interval at which the rendering time of a report is checked. */
const POLL_MS = 250;

// Runs the source file rather than a bundle, so that Next.js, tsx and the tests all run the same file.
const workerEntry = () => pathToFileURL(join(process.cwd(), "server/domains/reports/pdf/worker.ts")).href;

/**
 * Renders reports one by one in a worker thread, so that the caller's event loop isn't blocked. The worker keeps its
 * fonts between reports and exits after `idle_ms` or `max_reports`. A crash affects only the report being rendered.
 */
export class ReportRenderer {
  private worker: Worker | null = null;
  private running: Job | null = null;
  private readonly waiting: Job[] = [];
  private timer: NodeJS.Timeout | undefined;
  private watch: NodeJS.Timeout | undefined;
  private thread: string | null = null;
  private lastId = 0;
  private rendered = 0;

  constructor(private readonly options: RendererOptions) {}

  /** Queues a report. Urgent reports, for which a person is waiting, go ahead of others. */
  render(request: RenderRequest, { isUrgent = false } = {}): Promise<RenderedReport> {
    if (this.waiting.length >= this.options.max_queue) {
      return Promise.reject(new ReportRenderError("busy", "Too many reports are waiting to be rendered."));
    }
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      const next = isUrgent ? this.waiting.findIndex((job) => !job.isUrgent) : -1;
      this.waiting.splice(next < 0 ? this.waiting.length : next, 0, { id, request, isUrgent, resolve, reject });
      this.startNext();
    });
  }

  /** Reports whether a worker is running, in which case the next report doesn't have to wait for one to start. */
  get isWarm(): boolean {
    return this.worker !== null;
  }

  /** Stops the worker. Unfinished reports are rejected. */
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
    this.watchTimes();
    void this.post(job, this.worker);
  }

  private async post({ id, request }: Job, worker: Worker) {
    try {
      const { data, variant, language = sourceLanguage } = request;
      const read = typeof data === "function" ? await data() : data;
      if (this.running?.id !== id) return;
      const catalogue = findCatalogue(language);
      worker.postMessage({ id, variant, data: read, language, catalogue } satisfies WorkerRequest);
    } catch (error) {
      // The error is passed on unchanged for the caller to handle, because it came from reading the data, not from the
      // renderer.
      this.settle(id, (job) => job.reject(asError(error)));
    }
  }

  private giveUp(afterMs: number) {
    const seconds = afterMs / 1_000;
    void this.dropWorker(new ReportRenderError("timeout", `The report took longer than ${seconds} s to render.`));
  }

  private watchTimes() {
    const { processor_ms, timeout_ms } = this.options;
    const startedAt = performance.now();
    const waitedBefore = readThreadTimes(this.thread)?.waited_ms ?? 0;
    // A new worker first loads code and fonts, which must not count towards the report's limit.
    let ranBefore: number | null = null;
    this.watch = setInterval(() => {
      const times = readThreadTimes(this.thread);
      ranBefore ??= times?.ran_ms ?? null;
      const waited_ms = (times?.waited_ms ?? waitedBefore) - waitedBefore;
      if (performance.now() - startedAt - waited_ms > timeout_ms) this.giveUp(timeout_ms);
      else if (times && ranBefore !== null && times.ran_ms - ranBefore > processor_ms) this.giveUp(processor_ms);
    }, POLL_MS);
  }

  private rest() {
    if (!this.worker) return;
    this.worker.unref();
    this.timer = setTimeout(() => void this.dropWorker(null), this.options.idle_ms);
    this.timer.unref();
  }

  private startWorker(): Worker {
    this.rendered = 0;
    this.thread = null;
    const worker = new Worker(BOOTSTRAP, {
      eval: true,
      execArgv: [],
      workerData: { entry: workerEntry() },
      // A large young generation saves a quarter of the time, because layout creates many short-lived objects.
      resourceLimits: { maxOldGenerationSizeMb: this.options.max_memory_mb, maxYoungGenerationSizeMb: 64 },
    });
    const fail = (cause?: unknown) => {
      if (this.worker !== worker) return;
      void this.dropWorker(
        new ReportRenderError("crashed", "The report renderer ran out of memory or crashed.", { cause }),
      );
    };
    worker.on("message", (message: WorkerReply | WorkerGreeting) => {
      if (this.worker !== worker) return;
      if ("thread" in message) this.thread = message.thread;
      else this.finish(message);
    });
    worker.on("error", fail);
    worker.on("exit", () => fail());
    return worker;
  }

  private finish(reply: WorkerReply) {
    this.settle(reply.id, (job) => {
      this.rendered += 1;
      const isFull = "file" in reply && reply.heap_mb > this.options.worn_heap_mb;
      const worn = isFull || this.rendered >= this.options.max_reports ? this.worker : null;
      if (worn) this.worker = null;
      void worn?.terminate();
      if ("file" in reply) {
        const { buffer, byteOffset, byteLength } = reply.file;
        job.resolve({ file: Buffer.from(buffer, byteOffset, byteLength), cpu_ms: reply.cpu_ms });
      } else {
        const cause = Object.assign(new Error(reply.error.message), { stack: reply.error.stack });
        job.reject(new ReportRenderError("failed", "The report couldn't be rendered.", { cause }));
      }
    });
  }

  private settle(id: number, end: (job: Job) => void) {
    const job = this.running;
    if (job?.id !== id) return;
    this.running = null;
    clearInterval(this.watch);
    end(job);
    this.startNext();
  }

  private async dropWorker(error: ReportRenderError | null) {
    clearTimeout(this.timer);
    clearInterval(this.watch);
    const { worker, running } = this;
    this.worker = null;
    this.running = null;
    if (running && error) running.reject(error);
    this.startNext();
    await worker?.terminate();
  }
}
