import type { AdviceTable, RuleAdvice } from "./contract";
import { aria } from "./texts/aria";
import { forms } from "./texts/forms";
import { imagesAndMedia } from "./texts/images-and-media";
import { names } from "./texts/names";
import { seeingAndMoving } from "./texts/seeing-and-moving";
import { structure } from "./texts/structure";

export const adviceTable: AdviceTable = {
  ...imagesAndMedia,
  ...names,
  ...forms,
  ...aria,
  ...structure,
  ...seeingAndMoving,
};

type RuleTexts = { help?: string | null | undefined; description?: string | null | undefined };

const withStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Advice on a rule in plain words; on a rule that has none of ours, what its engine says of itself. */
export const adviseOnRule = (ruleId: string, { help, description }: RuleTexts = {}): RuleAdvice => {
  const known = Object.hasOwn(adviceTable, ruleId) ? adviceTable[ruleId] : undefined;
  if (known) return known;
  return {
    who: "Some people who use assistive technology meet a barrier here.",
    why: description ? withStop(description) : "The check that found it gives no further explanation.",
    fix: help ? withStop(help) : `See the documentation of the rule "${ruleId}".`,
    effort: "medium",
    guilty: "tag",
  };
};
