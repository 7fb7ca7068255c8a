import type { Outputs } from "@/app/_client/trpc";
import type { Metric } from "@/server/features/rum/contract";

export type Summary = Outputs["rum"]["summary"];
export type Site = Outputs["rum"]["listSites"]["items"][number];

/** "1.83 s", "320 ms", "0.08". */
export const sayValue = (metric: Metric, value: number): string => {
  if (metric === "cls") return value.toFixed(2);
  return value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(2)} s`;
};

export const sayShare = (share: number): string =>
  new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 }).format(share);
