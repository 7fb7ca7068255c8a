import { formatMs, formatShare } from "@/messages/runtime/formats";

/** Formats a percentage with at most two decimal places. Rounds down, so that only full uptime is shown as 100%. */
export const formatUptime = (percent: number | null): string =>
  percent === null ? "–" : formatShare(Math.floor(percent * 100) / 10_000, 2);

export const formatResponseTime = (ms: number | null): string => (ms === null ? "–" : formatMs(ms));
