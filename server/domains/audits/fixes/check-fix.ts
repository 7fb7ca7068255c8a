import { getScanner } from "@/server/adapters/scanner";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import type { SnippetCheckResult } from "@/server/scanner/contract";

export interface FixCheck {
  verified: boolean;
  /** The reason why the fix isn't verified, in plain language; null if it is verified. */
  finding: string | null;
  /** What the model should improve; null if another attempt wouldn't help. */
  feedback: string | null;
}

/** A stored fix with this explanation is checked again the next time it is requested. */
export const UNREACHED = "This fix wasn't checked, because the scanner couldn't be reached.";
const NO_CHECKS = "This fix wasn't checked, because this installation's scanner can't check code snippets.";
const UNCHANGED = "There was nothing to check, because the fix doesn't change the code.";

const notReproduced = (rule_id: string): string =>
  `“${rule_id}” doesn't fail on this code alone, so the fix can't be verified.`;

const read = (
  rule_id: string,
  { verified, reproduced, passes, new_failures, remaining }: SnippetCheckResult,
): FixCheck => {
  if (verified) return { verified, finding: null, feedback: null };
  if (!reproduced) return { verified, finding: notReproduced(rule_id), feedback: null };
  const broken = new_failures.map((failure) => failure.rule_id).join(", ");
  const finding = passes ? `The fix would cause another rule to fail: ${broken}.` : `“${rule_id}” still fails.`;
  const feedback = [passes ? null : remaining, ...new_failures.map((each) => `${each.rule_id}: ${each.message}`)];
  return { verified, finding, feedback: `${finding}\n${feedback.filter(Boolean).join("\n")}`.slice(0, 3_000) };
};

/**
 * Checks a fix with the engine. If the scanner is unreachable or can't check snippets, reports the fix as unverified
 * instead of throwing.
 */
export const checkFix = async (rule_id: string, before: string, after: string): Promise<FixCheck> => {
  if (before === after) return { verified: false, finding: UNCHANGED, feedback: null };
  try {
    const check = await getScanner().check({ rule_id, before, after });
    return check ? read(rule_id, check) : { verified: false, finding: NO_CHECKS, feedback: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, "failed to check a fix");
    return { verified: false, finding: UNREACHED, feedback: null };
  }
};
