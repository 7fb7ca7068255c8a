import type { PageFinding } from "./read-findings";

export const countByRule = (findings: readonly PageFinding[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { rule_id } of findings) counts[rule_id] = (counts[rule_id] ?? 0) + 1;
  return counts;
};
