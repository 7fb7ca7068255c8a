import type { PartialAudit } from "../../contract";

const limits = { time: "time limit", cpu: "processor time limit", bytes: "download limit" } as const;

/** Returns the sentence that states what is missing from a partial audit. */
export const missingSentence = ({ reason, pages_missing, examples }: PartialAudit): string => {
  const pages = pages_missing === 1 ? "1 page was" : `${pages_missing} pages were`;
  const named = examples.length > 0 ? ` For example: ${examples.join(" ")}` : "";
  return `The audit reached its ${limits[reason]}. ${pages} not scanned.${named}`;
};
