import { textOf } from "../markup/edit";
import { tokenize } from "../markup/tokenize";
import { objectToAttributes } from "./object-to-attributes";
import { objectToElements } from "./object-to-elements";
import { objectToText } from "./object-to-text";

/** Characters that show nothing, or change how others are shown. */
const unseen = /[^\P{Cc}\t\n\r]|[^\P{Cf}\u00ad\u200c\u200d]/gu;

const wordsOf = (text: string): string[] => text.split(/[\s…]+/).filter(Boolean);

/** The words of the page stay, in their order. */
const keepsWords = (current: string, correct: string): boolean => {
  const words = wordsOf(correct);
  let at = 0;
  return wordsOf(current).every((word) => {
    const found = words.findIndex((each, index) => index >= at && each.includes(word));
    if (found < 0) return false;
    at = words[found] === word ? found + 1 : found;
    return true;
  });
};

/**
 * Why a proposed change is not taken, in words a model can follow; empty for a good one. It holds for whatever the page
 * has made the model write: the change may add names, roles, labels and containers, and nothing that acts, leads away,
 * hides or speaks to somebody else.
 */
export const findObjections = (current: string, proposed: { correct_code: string; explanation: string }): string[] => {
  const { correct_code, explanation } = proposed;
  const before = tokenize(current);
  const after = tokenize(correct_code);
  const objections = [
    ...objectToElements(before.tokens, after.tokens),
    ...objectToAttributes(before.tokens, after.tokens),
    ...objectToText(current, proposed, textOf(after).slice(0, 20_000)),
  ];
  if (after.broken && !before.broken)
    objections.push("correct_code has a tag, a quote or a comment that does not end.");
  if (correct_code.length > 2 * current.length + 2_000) objections.push("correct_code is far longer than the html.");
  const shown = new Set(current.match(unseen) ?? []);
  if ([correct_code, explanation].some((text) => (text.match(unseen) ?? []).some((each) => !shown.has(each))))
    objections.push("There are characters that cannot be seen.");
  if (!keepsWords(textOf(before), textOf(after))) objections.push("correct_code loses or changes text of the html.");
  return [...new Set(objections)];
};
