import { expect, test } from "@playwright/test";
import { type RendererOptions, ReportRenderer } from "@/server/features/reports/pdf/report-worker";
import { largeReport, sampleReport } from "../support/report/sample-report";

test.describe.configure({ mode: "default", timeout: 180_000 });

const OPTIONS: RendererOptions = {
  timeout_ms: 120_000,
  idle_ms: 60_000,
  max_queue: 2,
  max_memory_mb: 512,
  max_reports: 50,
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

test("renders in a worker, one after the other, and refuses what its queue can't hold", async () => {
  await withRenderer({}, async (renderer) => {
    const three = [renderer.render(small), renderer.render(small), renderer.render(small)];
    await expect(renderer.render(small)).rejects.toMatchObject({ name: "ReportRenderError", reason: "busy" });
    for (const { file } of await Promise.all(three)) expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  });
});

test("a report that can't be rendered fails alone", async () => {
  await withRenderer({}, async (renderer) => {
    const [failed, done] = await Promise.allSettled([renderer.render(broken), renderer.render(small)]);
    expect(failed).toMatchObject({ status: "rejected", reason: { reason: "failed" } });
    expect(done.status).toBe("fulfilled");
  });
});

test("a report that needs too much memory takes down its worker and nothing else", async () => {
  await withRenderer({ max_memory_mb: 120 }, async (renderer) => {
    const [crashed, done] = await Promise.allSettled([
      renderer.render({ variant: "full", data: largeReport(2_000) }),
      renderer.render(small),
    ]);
    expect(crashed).toMatchObject({ status: "rejected", reason: { reason: "crashed" } });
    expect(done.status).toBe("fulfilled");
  });
});

test("a report that takes too long is given up", async () => {
  await withRenderer({ timeout_ms: 20 }, async (renderer) => {
    const late = renderer.render({ variant: "full", data: largeReport(2_000) });
    await expect(late).rejects.toMatchObject({ reason: "timeout" });
  });
});

test("an idle worker ends, and the next report gets a new one", async () => {
  await withRenderer({ idle_ms: 1 }, async (renderer) => {
    await renderer.render(small);
    await expect.poll(() => renderer.isWarm).toBe(false);
    expect((await renderer.render(small)).file.length).toBeGreaterThan(1_000);
  });
});

test("a worker that has made its number of reports is replaced, also in the middle of a queue", async () => {
  await withRenderer({ max_reports: 1 }, async (renderer) => {
    const three = [renderer.render(small), renderer.render(small), renderer.render(small)];
    for (const { file } of await Promise.all(three)) expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    await expect.poll(() => renderer.isWarm).toBe(false);
  });
});

test("closing rejects what is not done", async () => {
  const renderer = new ReportRenderer(OPTIONS);
  const open = renderer.render(small);
  const refused = expect(open).rejects.toMatchObject({ reason: "crashed" });
  await renderer.close();
  await refused;
});
