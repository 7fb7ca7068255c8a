import { textOf } from "../markup/edit";
import { tokenize } from "../markup/tokenize";
import { objectToAttributes } from "./object-to-attributes";
import { objectToElements } from "./object-to-elements";
import { objectToText } from "./object-to-text";

/** Characters that are invisible or incomplete, or that change how other characters are displayed. */
const unseen = /[^\P{Cc}\t\n\r]|[^\P{Cf}\u00ad\u200c\u200d]|\p{Cs}/gu;

const wordsOf = (text: string): string[] => text.split(/[\s…]+/).filter(Boolean);

/** Reports whether the changed text keeps all words of the current text, in the same order. */
const keepsWords = (current: string, correct: string): boolean => {
  const words = wordsOf(correct);
  let at = 0;
  return wordsOf(current).every((word) => {
    while (at < words.length && !words[at]?.includes(word)) at += 1;
    if (at === words.length) return false;
    if (words[at] === word) at += 1;
    return true;
  });
};

/**
 * Returns the reasons to reject a proposed change, in words that a model can follow; empty if it is accepted. Nothing
 * in the model's answer is trusted, because the page may contain instructions for the model. A change can add names,
 * roles, labels and containers, but nothing that runs code, links elsewhere, hides content or gives instructions.
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
    objections.push("correct_code has an unclosed tag, quote or comment, or a tag with a duplicate attribute.");
  if (correct_code.length > 2 * current.length + 2_000) objections.push("correct_code is far longer than the html.");
  const shown = new Set(current.match(unseen) ?? []);
  if ([correct_code, explanation].some((text) => (text.match(unseen) ?? []).some((each) => !shown.has(each))))
    objections.push("The answer contains invisible or incomplete characters.");
  if (!keepsWords(textOf(before), textOf(after))) objections.push("correct_code removes or changes text in the html.");
  return [...new Set(objections)];
};
