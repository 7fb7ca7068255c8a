import { oncePerProcess } from "@/server/core/process-wide";
import { type RenderRequest, ReportRenderer } from "./report-worker";

export type { ReportRenderError } from "./report-worker";

const common = { timeout_ms: 120_000, max_queue: 50, max_reports: 200 };

/**
 * Reports for anonymous callers have a separate thread, with less time and memory, so that other callers don't have to
 * wait for them. The thread for known callers exits after half an hour without reports.
 */
const lanes = {
  known: { ...common, processor_ms: 60_000, idle_ms: 1_800_000, max_memory_mb: 512, worn_heap_mb: 320 },
  anonymous: { ...common, processor_ms: 15_000, idle_ms: 60_000, max_memory_mb: 320, worn_heap_mb: 200 },
} as const;

export type RenderLane = keyof typeof lanes;

/**
 * Renders a report as a tagged PDF in a worker thread that exits when idle. `data` must have passed `ReportData`.
 * `isUrgent` means that a person is waiting. Throws a `ReportRenderError`, whose `reason` indicates whether a retry can
 * help.
 */
export const renderReport = async (
  request: RenderRequest,
  { lane = "known", isUrgent = false }: { lane?: RenderLane; isUrgent?: boolean } = {},
): Promise<Buffer> => {
  const renderers = oncePerProcess("report-renderers", (): Partial<Record<RenderLane, ReportRenderer>> => ({}));
  renderers[lane] ??= new ReportRenderer(lanes[lane]);
  return (await renderers[lane].render(request, { isUrgent })).file;
};

/** Loads code and fonts in advance. Otherwise, the first report would take seconds longer. */
export const warmRenderer = async (): Promise<void> => {
  await renderReport({ variant: "report", data: {} });
};
