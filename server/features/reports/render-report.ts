import { getStore } from "@/server/adapters/store";
import type { ReportData, ReportVariant } from "./contract";
import { renderReport } from "./pdf";

interface Report {
  data: ReportData;
  variant: ReportVariant;
  format: "pdf" | "json";
  /** The audited website, for the file's name. */
  url: string;
}

export const reportFileName = (url: string, format: "pdf" | "json"): string =>
  `accessibility-report-${new URL(url).hostname.replaceAll(/[^a-z0-9.-]/gi, "-")}.${format}`;

const contentTypes = { pdf: "application/pdf", json: "application/json" } as const;

/** Makes a report and puts it under each of these keys. */
export const storeReport = async (keys: readonly string[], { data, variant, format, url }: Report): Promise<void> => {
  const content =
    format === "json" ? Buffer.from(JSON.stringify(data, null, 2)) : await renderReport({ variant, data });
  const options = { contentType: contentTypes[format], fileName: reportFileName(url, format) };
  for (const key of keys) await getStore().put(key, content, options);
};
