import type { ReportData } from "@/server/domains/reports/report-data";
import { Impact } from "@/server/scanner/contract";
import type { FailOn } from "./arguments";

/** Returns the number of elements that fail rules of this impact or worse. */
export const countAtOrAbove = (data: ReportData, failOn: FailOn): number => {
  if (failOn === "never") return 0;
  const counted = Impact.options.slice(0, Impact.options.indexOf(failOn) + 1);
  return counted.reduce((sum, impact) => sum + (data.summary?.[impact] ?? 0), 0);
};
