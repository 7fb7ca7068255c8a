import { existsSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { expect, test } from "@playwright/test";
import { ReportRenderer } from "@/server/domains/reports/pdf/report-worker";
import { readPdf } from "../support/report/read-pdf";
import { largeReport, sampleReport } from "../support/report/sample-report";
import { typicalReport } from "../support/report/typical-report";
import { rounds } from "../support/rounds";

const OPTIONS = {
  ...{ timeout_ms: 240_000, processor_ms: 240_000, idle_ms: 60_000, max_queue: 5 },
  ...{ max_memory_mb: 512, max_reports: 50, worn_heap_mb: 1_000 },
};

const SCHEDULER = `/proc/self/task/${process.pid}/schedstat`;

// The kernel counts only the time that a thread actually ran, however busy the machine is. On systems other than Linux,
// the active time of the event loop is the next best measure.
const mainThreadBusy = (): number =>
  existsSync(SCHEDULER)
    ? Number(readFileSync(SCHEDULER, "utf8").split(" ")[0]) / 1e6
    : performance.eventLoopUtilization().active;

const reports = rounds("WARM_REPORTS", { usual: 3, promised: 6 });
const rows = rounds("REPORT_ROWS", { usual: 500, promised: 2_000 });

test(`renders a tagged document with all ${rows} issue rows without blocking the caller's event loop`, async () => {
  const renderer = new ReportRenderer(OPTIONS);
  const data = largeReport(rows);
  try {
    const before = mainThreadBusy();
    const { file, cpu_ms } = await renderer.render({ variant: "full", data });
    // The total time for which the thread was busy. Nothing can have blocked its event loop for longer.
    const busy = mainThreadBusy() - before;
    const facts = await readPdf(file);
    console.log(
      `${rows} rows: ${facts.pages} pages, ${Math.round(file.length / 1_024)} KiB, ${Math.round(cpu_ms)} ms of CPU, the caller's thread busy for ${Math.round(busy)} ms in all`,
    );
    // Rendering in the caller's own thread would keep that thread busy the whole time.
    expect(busy).toBeLessThan(cpu_ms / 4);
    expect(facts).toMatchObject({ paintedOutside: 0, nestedMarks: 0, orphans: [], figuresWithoutAlt: 0 });
    const found = facts.texts.filter(({ path, text }) => path.at(-1) === "Code" && text.includes("data-row="));
    expect(found.length).toBeGreaterThanOrEqual(rows);
  } finally {
    await renderer.close();
  }
});

test("renders a report of 10 pages and 30 rules in a cold and in a warm worker", async () => {
  const renderer = new ReportRenderer(OPTIONS);
  const data = typicalReport();
  const render = async () => {
    const start = performance.now();
    const { file, cpu_ms } = await renderer.render({ variant: "report", data });
    return { file, cpu_ms, wall: Math.round(performance.now() - start) };
  };
  try {
    const [cold, second] = [await render(), await render()];
    for (let report = 3; report < reports; report += 1) await render();
    const warm = await render();
    const { pages } = await readPdf(warm.file);
    console.log(
      `report of 10 pages and 30 rules: ${pages} pages, ${Math.round(warm.file.length / 1_024)} KiB; ` +
        `cold ${cold.wall} ms, worker and fonts included (${Math.round(cold.cpu_ms)} of CPU for the report itself), the second ${second.wall} (${Math.round(second.cpu_ms)}), number ${reports} ${warm.wall} (${Math.round(warm.cpu_ms)})`,
    );
    expect(pages).toBeGreaterThan(12);
    expect(pages).toBeLessThan(24);
    expect(warm.file.subarray(0, 5).toString()).toBe("%PDF-");
  } finally {
    await renderer.close();
  }
});

test("renders one page in a warm worker", async () => {
  const renderer = new ReportRenderer(OPTIONS);
  try {
    await renderer.render({ variant: "singlePage", data: sampleReport() });
    const start = performance.now();
    const { file, cpu_ms } = await renderer.render({ variant: "singlePage", data: sampleReport() });
    const wall = Math.round(performance.now() - start);
    console.log(`1 page: ${Math.round(file.length / 1_024)} KiB, ${Math.round(cpu_ms)} ms of CPU, ${wall} ms in all`);
    expect((await readPdf(file)).pages).toBe(1);
  } finally {
    await renderer.close();
  }
});
