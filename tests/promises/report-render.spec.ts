import { existsSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { expect, test } from "@playwright/test";
import { ReportRenderer } from "@/server/features/reports/pdf/report-worker";
import { readPdf } from "../support/report/read-pdf";
import { largeReport, sampleReport, typicalReport } from "../support/report/sample-report";

test.setTimeout(300_000);

const OPTIONS = { timeout_ms: 240_000, idle_ms: 60_000, max_queue: 5, max_memory_mb: 1_024, max_reports: 50 };

const SCHEDULER = `/proc/self/task/${process.pid}/schedstat`;

// The kernel counts the time a thread really ran, whatever else keeps the machine busy. Elsewhere than on
// Linux, the time in which the loop was not waiting is the next best.
const mainThreadBusy = (): number =>
  existsSync(SCHEDULER)
    ? Number(readFileSync(SCHEDULER, "utf8").split(" ")[0]) / 1e6
    : performance.eventLoopUtilization().active;

test("2,000 issue rows: tagged, under 12 s of CPU, the caller's event loop is never blocked for 100 ms", async () => {
  const renderer = new ReportRenderer(OPTIONS);
  const data = largeReport(2_000);
  try {
    const before = mainThreadBusy();
    const { file, cpu_ms } = await renderer.render({ variant: "full", data });
    // All the time that the thread was busy, so no single block of its event loop can have been longer.
    const busy = mainThreadBusy() - before;
    const facts = await readPdf(file);
    console.log(
      `2,000 rows: ${facts.pages} pages, ${Math.round(file.length / 1_024)} KiB, ${Math.round(cpu_ms)} ms of CPU, the caller's thread busy for ${Math.round(busy)} ms in all`,
    );
    expect(cpu_ms).toBeLessThan(12_000);
    expect(busy).toBeLessThan(100);
    expect(facts).toMatchObject({ paintedOutside: 0, nestedMarks: 0, orphans: [], figuresWithoutAlt: 0 });
    const rows = facts.texts.filter(({ path, text }) => path.at(-1) === "Code" && text.includes("data-row="));
    expect(rows.length).toBeGreaterThanOrEqual(2_000);
  } finally {
    await renderer.close();
  }
});

test("a report of 10 pages and 30 rules: cold, and from a warm worker", async () => {
  const renderer = new ReportRenderer(OPTIONS);
  const data = typicalReport();
  const render = async () => {
    const start = performance.now();
    const { file, cpu_ms } = await renderer.render({ variant: "report", data });
    return { file, cpu_ms, wall: Math.round(performance.now() - start) };
  };
  try {
    const [cold, second, warm] = [await render(), await render(), await render()];
    const { pages } = await readPdf(warm.file);
    console.log(
      `report of 10 pages and 30 rules: ${pages} pages, ${Math.round(warm.file.length / 1_024)} KiB; ` +
        `cold ${cold.wall} ms (${Math.round(cold.cpu_ms)} of CPU, worker and fonts included), then ${second.wall} and ${warm.wall} ms (${Math.round(warm.cpu_ms)} of CPU)`,
    );
    expect(pages).toBeGreaterThan(5);
    expect(warm.file.subarray(0, 5).toString()).toBe("%PDF-");
  } finally {
    await renderer.close();
  }
});

test("one page, from a warm worker", async () => {
  const renderer = new ReportRenderer(OPTIONS);
  try {
    await renderer.render({ variant: "singlePage", data: sampleReport() });
    const start = performance.now();
    const { file, cpu_ms } = await renderer.render({ variant: "singlePage", data: sampleReport() });
    const wall = Math.round(performance.now() - start);
    console.log(`1 page: ${Math.round(file.length / 1_024)} KiB, ${Math.round(cpu_ms)} ms of CPU, ${wall} ms in all`);
    expect(cpu_ms).toBeLessThan(1_000);
  } finally {
    await renderer.close();
  }
});
