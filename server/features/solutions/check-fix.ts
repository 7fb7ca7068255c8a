import { getScanner } from "@/server/adapters/scanner";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import type { CheckVerdict } from "@/server/scanner/contract";

export interface Verdict {
  verified: boolean;
  /** Why not, for people; null when it is verified. */
  finding: string | null;
  /** What to do better, for a model; null when doing better would not help. */
  feedback: string | null;
}

/** A fix with this finding is checked again when it is next asked for. */
export const UNREACHED = "The scanner could not be reached, so this fix was not checked.";
const NO_CHECKS = "The scanner of this installation can't check single pieces of code, so this fix was not checked.";
const UNCHANGED = "The code was left as it is, so there was nothing to check.";

const notReproduced = (rule_id: string): string =>
  `“${rule_id}” does not fail on this piece of code alone, so passing it would prove nothing.`;

const read = (rule_id: string, { verified, reproduced, passes, new_failures, remaining }: CheckVerdict): Verdict => {
  if (verified) return { verified, finding: null, feedback: null };
  if (!reproduced) return { verified, finding: notReproduced(rule_id), feedback: null };
  const broken = new_failures.map((failure) => failure.rule_id).join(", ");
  const finding = passes ? `It would break another rule: ${broken}.` : `“${rule_id}” still does not pass.`;
  const feedback = [passes ? null : remaining, ...new_failures.map((each) => `${each.rule_id}: ${each.message}`)];
  return { verified, finding, feedback: `${finding}\n${feedback.filter(Boolean).join("\n")}`.slice(0, 3_000) };
};

/** Asks the scan engine about a fix. Never throws: a fix that can't be checked is one that is not verified. */
export const checkFix = async (rule_id: string, before: string, after: string): Promise<Verdict> => {
  if (before === after) return { verified: false, finding: UNCHANGED, feedback: null };
  try {
    const verdict = await getScanner().check({ rule_id, before, after });
    return verdict ? read(rule_id, verdict) : { verified: false, finding: NO_CHECKS, feedback: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, "a fix could not be checked");
    return { verified: false, finding: UNREACHED, feedback: null };
  }
};
