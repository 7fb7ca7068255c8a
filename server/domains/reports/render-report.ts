import { getUnscopedDb } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { ReportData, ReportVariant } from "./contract";
import { type RenderLane, renderReport } from "./pdf";

interface Report {
  data: () => Promise<ReportData>;
  variant: ReportVariant;
  format: "pdf" | "json";
  /** URL of the audited website, from which the file name is derived. */
  url: string;
}

interface Turn {
  lane?: RenderLane;
  isUrgent?: boolean;
}

export const reportFileName = (url: string, format: "pdf" | "json"): string =>
  `accessibility-report-${new URL(url).hostname.replaceAll(/[^a-z0-9.-]/gi, "-")}.${format}`;

const contentTypes = { pdf: "application/pdf", json: "application/json" } as const;

/** Creates a report and stores it under each of these keys. */
export const storeReport = async (
  keys: readonly string[],
  { data, variant, format, url }: Report,
  turn: Turn = {},
): Promise<void> => {
  const content =
    format === "json"
      ? Buffer.from(JSON.stringify(await data(), null, 2))
      : await renderReport({ variant, data }, turn);
  const options = { contentType: contentTypes[format], fileName: reportFileName(url, format) };
  // Cancels any scheduled deletion of these keys, which would otherwise delete the new report.
  await (await getUnscopedDb()).objectToDelete.deleteMany({ where: { key: { in: [...keys] } } });
  for (const key of keys) await getStore().put(key, content, options);
};
