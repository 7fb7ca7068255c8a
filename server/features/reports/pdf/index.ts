import type { DocumentRequest } from "./documents/render-document";
import { ReportRenderer } from "./report-worker";

export type { DocumentRequest } from "./documents/render-document";
export { type RenderedReport, type RenderFailure, ReportRenderError } from "./report-worker";

const OPTIONS = { timeout_ms: 120_000, idle_ms: 60_000, max_queue: 50, max_memory_mb: 1_024 };

// Next evaluates modules twice, and two workers would take twice the memory.
const shared = globalThis as { curbcutReportRenderer?: ReportRenderer };

const renderer = (): ReportRenderer => {
  shared.curbcutReportRenderer ??= new ReportRenderer(OPTIONS);
  return shared.curbcutReportRenderer;
};

/**
 * Renders a report as a tagged PDF, in a worker thread. `data` must have passed `ReportData`.
 * Throws a `ReportRenderError`, whose `reason` says whether trying again can help.
 */
export const renderReport = async (request: DocumentRequest): Promise<Buffer> =>
  (await renderer().render(request)).file;

/** Ends the worker thread, for an orderly shutdown. */
export const closeReportRenderer = async (): Promise<void> => {
  await shared.curbcutReportRenderer?.close();
  delete shared.curbcutReportRenderer;
};
