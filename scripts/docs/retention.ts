import { runsKeptDays as embeddedRunsKeptDays } from "@/inngest/embedded/prune";
import type { PurgedKind } from "@/inngest/functions/purge-old-records";
import { EnvSchema } from "@/server/core/env";
import { fixesKeptDays } from "@/server/domains/audits/fixes/contract";
import { comparisonsKeptHours } from "@/server/domains/audits/results/contract";
import { runsKeptDays } from "@/server/domains/audits/schedules/contract";
import { exportsKeptHours } from "@/server/domains/identity/account/contract";
import { keptTables } from "@/server/domains/operations/retention/kept-tables";
import { shortestClaimDays } from "@/server/domains/reports/contract";
import { table } from "./markdown";

type Variable = {
  [Name in keyof typeof EnvSchema.shape]: Name extends `${string}_KEPT_DAYS` ? Name : never;
}[keyof typeof EnvSchema.shape];

type Row = [data: string, kept: string];

const amount = (count: number, unit: "day" | "hour"): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/**
 * Describes a period, such as "30 days after they expire". If a variable sets the period, names the variable and its
 * default, regardless of its current value.
 */
const period = (days: number | Variable, from?: string): string => {
  if (days === 0) return `until ${from}`;
  const after = from ? ` after ${from}` : "";
  if (typeof days === "number") return `${amount(days, "day")}${after}`;
  return `\`${days}\`${after}; default: ${amount(EnvSchema.shape[days].parse(undefined), "day")}`;
};

const more: Record<PurgedKind, Row[]> = {
  reports: [
    [
      "Report jobs, including the email addresses in them, and PDFs created from a caller's own data",
      period("REPORT_KEPT_DAYS", "the call"),
    ],
    [
      "Report IDs and their owners",
      period(shortestClaimDays, "the last report with that ID, or as long as the report is kept, if that is longer"),
    ],
  ],
  exports: [["Exports of a user's data", `${amount(exportsKeptHours, "hour")} after they are created`]],
  "unverified accounts": [
    ["Accounts with an unverified email address", period("UNVERIFIED_ACCOUNTS_KEPT_DAYS", "the last sign-up")],
  ],
  fixes: [["Suggested fixes", period(fixesKeptDays)]],
  screenshots: [
    [
      "Screenshots of pages, and pictures that show why elements fail",
      period("SCREENSHOTS_KEPT_DAYS", "the last audit in which the page looked the same"),
    ],
  ],
  comparisons: [["Comparisons created on request", amount(comparisonsKeptHours, "hour")]],
  "lost events": [
    [
      "Real-user monitoring (RUM) beacons from websites that were deleted or are no longer measured",
      "until the next purge",
    ],
  ],
};

const byOtherJobs: Row[] = [
  ["Schedule runs", period(runsKeptDays)],
  ["Job runs in the embedded job engine", period(embeddedRunsKeptDays, "they end")],
];

/** Renders the table in docs/operations.md. Compilation fails if a purge has no row. */
export const renderRetention = (): string =>
  table(
    ["Data", "Kept"],
    [
      ...Object.values(more).flat(),
      ...keptTables.map(({ data, days, from }): Row => [data, period(days, from)]),
      ...byOtherJobs,
    ],
  );
