import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { type RendererOptions, ReportRenderer } from "@/server/domains/reports/pdf/report-worker";
import { readRenderFailure } from "@/server/domains/reports/render-failure";
import { largeReport, sampleReport } from "../support/report/sample-report";

test.describe.configure({ mode: "default" });

const OPTIONS: RendererOptions = {
  timeout_ms: 120_000,
  processor_ms: 120_000,
  idle_ms: 60_000,
  max_queue: 2,
  max_memory_mb: 512,
  max_reports: 50,
  worn_heap_mb: 1_000,
};

const withRenderer = async (options: Partial<RendererOptions>, work: (renderer: ReportRenderer) => Promise<void>) => {
  const renderer = new ReportRenderer({ ...OPTIONS, ...options });
  try {
    await work(renderer);
  } finally {
    await renderer.close();
  }
};

const small = { variant: "singlePage", data: sampleReport(1) } as const;
const broken = { variant: "singlePage", data: { audit: { completed_at: "never" } } } as const;

test("renders reports in a worker, one after the other, and rejects a report when its queue is full @long", async () => {
  await withRenderer({}, async (renderer) => {
    const three = [renderer.render(small), renderer.render(small), renderer.render(small)];
    await expect(renderer.render(small)).rejects.toMatchObject({ name: "ReportRenderError", reason: "busy" });
    for (const { file } of await Promise.all(three)) expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  });
});

/** Returns the threads of this process with their niceness: 0 is the normal priority, 19 the lowest. */
const readThreads = (): { id: string; niceness: number }[] =>
  readdirSync("/proc/self/task").map((id) => {
    const fields = readFileSync(`/proc/self/task/${id}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return { id, niceness: Number(fields[16]) };
  });

test("renders at a lower priority than the rest of the process, but not so low that nothing is rendered on a busy machine @long", async () => {
  test.skip(process.platform !== "linux", "Only Linux has a priority for each thread.");
  await withRenderer({}, async (renderer) => {
    await renderer.render(small);
    expect(Math.max(...readThreads().map(({ niceness }) => niceness))).toBe(5);
  });
});

test("a report that can't be rendered doesn't affect others @long", async () => {
  await withRenderer({}, async (renderer) => {
    const [failed, done] = await Promise.allSettled([renderer.render(broken), renderer.render(small)]);
    expect(failed).toMatchObject({ status: "rejected", reason: { reason: "failed" } });
    expect(done.status).toBe("fulfilled");
  });
});

test("a report that needs too much memory crashes its worker and nothing else @long", async () => {
  await withRenderer({ max_memory_mb: 120 }, async (renderer) => {
    const [crashed, done] = await Promise.allSettled([
      renderer.render({ variant: "full", data: largeReport(2_000) }),
      renderer.render(small),
    ]);
    expect(crashed).toMatchObject({ status: "rejected", reason: { reason: "crashed" } });
    expect(done.status).toBe("fulfilled");
  });
});

test("gives up on a report that takes too long", async () => {
  await withRenderer({ timeout_ms: 20 }, async (renderer) => {
    const late = renderer.render({ variant: "full", data: largeReport(2_000) });
    await expect(late).rejects.toMatchObject({ reason: "timeout" });
  });
});

/** Keeps one processor busy until the returned function is called. */
const occupyProcessor = (processor: string): (() => void) => {
  const loop = spawn("taskset", ["-c", processor, process.execPath, "-e", "for (;;);"], { stdio: "ignore" });
  return () => loop.kill("SIGKILL");
};

test("doesn't count the time that a report spends waiting for a processor @long", async () => {
  test.skip(process.platform !== "linux", "Only Linux counts this time.");
  const options = { ...OPTIONS };
  const renderer = new ReportRenderer(options);
  const stops: (() => void)[] = [];
  try {
    await renderer.render(small);
    for (const thread of readThreads().filter(({ niceness }) => niceness === 5))
      execFileSync("taskset", ["-cp", "0", thread.id]);
    stops.push(...Array.from({ length: 12 }, () => occupyProcessor("0")));
    options.timeout_ms = 1_000;
    const started = performance.now();
    await renderer.render(small);
    expect(performance.now() - started).toBeGreaterThan(1_200);
  } finally {
    for (const stop of stops) stop();
    await renderer.close();
  }
});

test("gives up on a report that uses too much processor time, and renders the next one [M1] @long", async () => {
  test.skip(process.platform !== "linux", "Only Linux counts the processor time of a thread.");
  await withRenderer({ processor_ms: 1_500 }, async (renderer) => {
    await renderer.render(small).catch(() => undefined);
    const late = renderer.render({ variant: "full", data: largeReport(2_000) });
    await expect(late).rejects.toMatchObject({ reason: "timeout", message: expect.stringContaining("1.5 s") });
  });
});

test("renders urgent reports before those to be emailed later, each kind in order of arrival [M1] @long", async () => {
  await withRenderer({ max_queue: 10 }, async (renderer) => {
    const done: string[] = [];
    const render = (name: string, isUrgent: boolean) =>
      renderer.render(small, { isUrgent }).then(() => void done.push(name));
    await Promise.all([
      ...[render("running", false), render("job 1", false), render("job 2", false)],
      ...[render("waiting 1", true), render("waiting 2", true)],
    ]);
    expect(done).toEqual(["running", "waiting 1", "waiting 2", "job 1", "job 2"]);
  });
});

test("reads each report's data only when its turn comes [M1] @long", async () => {
  await withRenderer({ max_queue: 10 }, async (renderer) => {
    const steps: string[] = [];
    const render = async (name: string) => {
      const data = async () => {
        steps.push(`read ${name}`);
        return sampleReport(1);
      };
      await renderer.render({ variant: "singlePage", data });
      steps.push(`made ${name}`);
    };
    await Promise.all([render("1"), render("2"), render("3")]);
    expect(steps.filter((step) => step.startsWith("read"))).toEqual(["read 1", "read 2", "read 3"]);
    for (const name of ["2", "3"])
      expect(steps.indexOf(`made ${Number(name) - 1}`)).toBeLessThanOrEqual(steps.indexOf(`read ${name}`) + 1);
    expect(steps.indexOf("read 3")).toBeGreaterThan(steps.indexOf("made 1"));
  });
});

test("unreadable data causes only its own report to fail [M1] @long", async () => {
  await withRenderer({}, async (renderer) => {
    const data = async () => Promise.reject(new Error("The database is gone."));
    const [failed, done] = await Promise.allSettled([
      renderer.render({ variant: "singlePage", data }),
      renderer.render(small),
    ]);
    expect(failed).toMatchObject({ reason: { message: "The database is gone." } });
    expect(readRenderFailure((failed as PromiseRejectedResult).reason)).toBeNull();
    expect(done.status).toBe("fulfilled");
  });
});

test("replaces a worker whose heap has grown, to free its memory [M1] @long", async () => {
  await withRenderer({ worn_heap_mb: 1 }, async (renderer) => {
    await renderer.render(small);
    expect(renderer.isWarm).toBe(false);
    expect((await renderer.render(small)).file.length).toBeGreaterThan(1_000);
  });
});

test("stops an idle worker and starts a new one for the next report @long", async () => {
  await withRenderer({ idle_ms: 1 }, async (renderer) => {
    await renderer.render(small);
    await expect.poll(() => renderer.isWarm).toBe(false);
    expect((await renderer.render(small)).file.length).toBeGreaterThan(1_000);
  });
});

test("replaces a worker that has rendered its maximum number of reports, even when others are queued @long", async () => {
  await withRenderer({ max_reports: 1 }, async (renderer) => {
    const three = [renderer.render(small), renderer.render(small), renderer.render(small)];
    for (const { file } of await Promise.all(three)) expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    await expect.poll(() => renderer.isWarm).toBe(false);
  });
});

test("closing the renderer rejects unfinished reports", async () => {
  const renderer = new ReportRenderer(OPTIONS);
  const open = renderer.render(small);
  const refused = expect(open).rejects.toMatchObject({ reason: "crashed" });
  await renderer.close();
  await refused;
});
