import { formatMs, formatShare } from "@/messages/runtime/formats";

/** Formats a percentage with at most two digits. Rounds down, so that 100% means all of it. */
export const formatUptime = (percent: number | null): string =>
  percent === null ? "–" : formatShare(Math.floor(percent * 100) / 10_000, 2);

export const formatResponseTime = (ms: number | null): string => (ms === null ? "–" : formatMs(ms));
