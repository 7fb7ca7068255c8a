import { results } from "@/messages/texts/results";
import { ruleAccuracy } from "@/server/scanner/rule-accuracy";

/**
 * Returns the share of labelled cases in which a rule was right, such as "23 of 23 cases"; null if the rule found
 * nothing in them.
 */
export const summariseAccuracy = (ruleId: string): string | null => {
  const accuracy = ruleAccuracy(ruleId);
  if (!accuracy) return null;
  const { right, wrong } = accuracy;
  return results.rules.accuracyKnown({ right, all: right + wrong });
};

/** Like `summariseAccuracy`, but returns text even if the accuracy isn't known. */
export const describeAccuracy = (ruleId: string): string => summariseAccuracy(ruleId) ?? results.rules.accuracyUnknown;
