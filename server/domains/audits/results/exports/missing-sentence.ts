import type { PartialAudit } from "../../contract";

const reasons = {
  time: "The audit reached its time limit.",
  cpu: "The audit reached its processor time limit.",
  bytes: "The audit reached its download limit.",
  journey: "A journey didn't reach all its pages.",
} as const;

/** Returns the sentence that states what is missing from a partial audit. */
export const missingSentence = ({ reason, pages_missing, examples }: PartialAudit): string => {
  const pages = pages_missing === 1 ? "1 page was" : `${pages_missing} pages were`;
  const named = examples.length > 0 ? ` For example: ${examples.join(" ")}` : "";
  return `${reasons[reason]} ${pages} not scanned.${named}`;
};
