import type { ReportData } from "@/server/domains/reports/report-data";
import { Impact } from "@/server/scanner/contract";
import type { DocumentResult } from "@/server/scanner/document/document-result";
import type { FailOn } from "./arguments";

const impactsAtOrAbove = (failOn: FailOn): Impact[] =>
  failOn === "never" ? [] : Impact.options.slice(0, Impact.options.indexOf(failOn) + 1);

/** Returns the number of elements that fail rules of this impact or worse. */
export const countAtOrAbove = (data: ReportData, failOn: FailOn): number =>
  impactsAtOrAbove(failOn).reduce((sum, impact) => sum + (data.summary?.[impact] ?? 0), 0);

/** Returns how often a document fails rules of this impact or worse. */
export const countInDocument = ({ findings }: DocumentResult, failOn: FailOn): number => {
  const counted = impactsAtOrAbove(failOn);
  const failed = findings.filter(({ outcome, impact }) => outcome === "failed" && counted.includes(impact));
  return failed.reduce((sum, { count }) => sum + count, 0);
};
