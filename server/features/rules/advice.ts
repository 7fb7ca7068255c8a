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

// Thai, Lao, Khmer and Burmese sentences end without a sign; a Chinese or Japanese one has a stop of its own.
const IS_COMPLETE =
  /(?:[\p{Sentence_Terminal}…]["'“”‘’»«」』)\]]*|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*)$/u;
const ENDS_EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u;

const withStop = (text: string) => {
  const sentence = text.trim();
  if (IS_COMPLETE.test(sentence)) return sentence;
  return ENDS_EAST_ASIAN.test(sentence) ? `${sentence}。` : `${sentence}.`;
};

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
