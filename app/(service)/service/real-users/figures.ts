import type { Outputs } from "@/app/_client/trpc";
import { formatShare } from "@/messages/runtime/formats";
import type { Metric } from "@/server/domains/monitoring/rum/contract";

export type Summary = Outputs["rum"]["summary"];
export type Site = Outputs["rum"]["listSites"]["items"][number];

/** Formats a value with its unit: "1.83 s", "320 ms", "0.08". */
export const describeValue = (metric: Metric, value: number): string => {
  if (metric === "cls") return value.toFixed(2);
  return value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(2)} s`;
};

export const describeShare = (share: number): string => formatShare(share, 1);
