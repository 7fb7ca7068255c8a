import type { ReportData } from "@/server/features/reports/report-data";
import type { FailOn } from "./arguments";

const order = ["critical", "serious", "moderate", "minor"] as const;

/** How many elements fail a rule of this impact or a worse one. */
export const countAtOrAbove = (data: ReportData, failOn: FailOn): number => {
  if (failOn === "never") return 0;
  const counted = order.slice(0, order.indexOf(failOn) + 1);
  return counted.reduce((sum, impact) => sum + (data.summary?.[impact] ?? 0), 0);
};
