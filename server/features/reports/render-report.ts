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

/** Makes a report and puts it under this key. */
export const storeReport = async (key: string, { data, variant, format, url }: Report): Promise<void> => {
  const fileName = reportFileName(url, format);
  if (format === "json") {
    await getStore().put(key, Buffer.from(JSON.stringify(data, null, 2)), {
      contentType: "application/json",
      fileName,
    });
    return;
  }
  await getStore().put(key, await renderReport({ variant, data }), { contentType: "application/pdf", fileName });
};
