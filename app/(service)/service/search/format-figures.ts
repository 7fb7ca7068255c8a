import { formatNumber } from "@/messages/runtime/formats";

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Formats a click-through rate from 0 to 1. */
export const formatRate = (share: number): string => formatNumber(share, { style: "percent", ...oneDigit });

/** Formats an average position in search results. */
export const formatPosition = (position: number | null): string =>
  position === null ? "–" : formatNumber(position, oneDigit);
