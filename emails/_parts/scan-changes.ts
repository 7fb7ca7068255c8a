import { formatScore } from "@/messages/runtime/format-score";
import { emailsParts } from "@/messages/texts/emails-parts";

type Changes = { new: number; fixed: number; regressed?: number | undefined };

export const hasChanges = ({ new: added, fixed, regressed = 0 }: Changes): boolean => added + fixed + regressed > 0;

/** Describes the changes, for example as "2 new issues, 5 fixed and 1 regressed". If there are no changes, says so. */
export const changeSentence = ({ new: added, fixed, regressed = 0 }: Changes): string => {
  const { changes } = emailsParts;
  if (added > 0 && fixed > 0 && regressed > 0) return changes.newFixedRegressed({ added, fixed, regressed });
  if (added > 0 && fixed > 0) return changes.newFixed({ added, fixed });
  if (added > 0 && regressed > 0) return changes.newRegressed({ added, regressed });
  if (fixed > 0 && regressed > 0) return changes.fixedRegressed({ fixed, regressed });
  if (added > 0) return changes.new({ added });
  if (fixed > 0) return changes.fixed({ fixed });
  return regressed > 0 ? changes.regressed({ regressed }) : changes.none;
};

/**
 * Describes a change in the score, for example as "78 to 86 out of 100, up from 82". Scores are rounded down, as
 * everywhere in the product, so that 100 means that nothing failed.
 */
export const scoreChange = (value: number, before = value, low?: number | null): string => {
  const [score, previous] = [formatScore(value, low), Math.floor(before)];
  if (value === before) return emailsParts.scores.same({ score });
  return value > before ? emailsParts.scores.up({ score, previous }) : emailsParts.scores.down({ score, previous });
};
