import type { DocumentRequest } from "./documents/render-document";
import { ReportRenderer } from "./report-worker";

const OPTIONS = { timeout_ms: 120_000, idle_ms: 1_800_000, max_queue: 50, max_memory_mb: 1_024, max_reports: 200 };

// Next evaluates modules twice, and two workers would take twice the memory.
const shared = globalThis as { curbcutReportRenderer?: ReportRenderer };

/**
 * Renders a report as a tagged PDF, in a worker thread that ends by itself. `data` must have passed
 * `ReportData`. Throws a `ReportRenderError`, whose `reason` says whether trying again can help.
 */
export const renderReport = async (request: DocumentRequest): Promise<Buffer> => {
  shared.curbcutReportRenderer ??= new ReportRenderer(OPTIONS);
  return (await shared.curbcutReportRenderer.render(request)).file;
};

/** Loads code and fonts ahead of the first report, which would take seconds longer. */
export const warmRenderer = async (): Promise<void> => {
  await renderReport({ variant: "report", data: {} });
};
