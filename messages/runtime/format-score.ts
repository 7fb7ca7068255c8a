import { score as texts } from "../texts/score";
import { formatNumber } from "./formats";

/**
 * Formats a score, such as "78", or a range, such as "62 to 78". Both ends are rounded down, so that 100 means that
 * nothing failed.
 */
export const formatScore = (score: number, low?: number | null): string => {
  const [high, lower] = [Math.floor(score), Math.floor(low ?? score)];
  return lower < high ? texts.range({ low: formatNumber(lower), high: formatNumber(high) }) : formatNumber(high);
};
