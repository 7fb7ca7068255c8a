import { unscannedPages } from "@/messages/texts/unscanned-pages";
import { formatList } from "./formats";

const { reasons } = unscannedPages;

/** A reason why pages weren't scanned: the code of a wall, or `other`. */
export type UnscannedReason = keyof typeof reasons;

export interface UnscannedCount {
  code: string;
  pages: number;
}

const isReason = (code: string): code is UnscannedReason => Object.hasOwn(reasons, code);

/**
 * Groups pages by the reason why they weren't scanned, largest group first. All errors other than walls form one group,
 * which comes last.
 */
export const groupUnscanned = (counts: readonly UnscannedCount[]): { reason: UnscannedReason; pages: number }[] => {
  const groups = new Map<UnscannedReason, number>();
  for (const { code, pages } of counts) {
    const reason = isReason(code) ? code : "other";
    groups.set(reason, (groups.get(reason) ?? 0) + pages);
  }
  const rank = (reason: UnscannedReason): number => (reason === "other" ? 0 : (groups.get(reason) ?? 0));
  return [...groups].map(([reason, pages]) => ({ reason, pages })).sort((a, b) => rank(b.reason) - rank(a.reason));
};

/** Returns a phrase such as "12 pages weren't scanned: 3 need a sign-in and 9 couldn't be loaded or checked". */
export const explainUnscanned = (pages: number, counts: readonly UnscannedCount[]): string => {
  const total = unscannedPages.total({ pages });
  const groups = groupUnscanned(counts);
  if (groups.length === 0) return total;
  return unscannedPages.withReasons({
    total,
    reasons: formatList(groups.map(({ reason, pages }) => reasons[reason]({ pages }))),
  });
};
