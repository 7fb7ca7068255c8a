import { textOf } from "../markup/edit";
import { tokenize } from "../markup/tokenize";
import { system } from "../prompts/system";

const MAX_EXPLANATION = 1_500;
const MAX_NEW_TEXT = 400;

const address =
  /(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/[^\s"'<>]+|\bwww\.[^\s"'<>]+|\b[a-z0-9-]{1,63}\.(?:com|net|org|io|info|biz|ru|cn|xyz|top|example|invalid|test)\b(?:\/[^\s"'<>]*)?/gi;
const emailAddress = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}/g;
const telephone = /(?:\+|\b00|\b0|\b1-)[\d][\d ()./-]{6,30}\d/g;
const scripted =
  /<\s*(?:\/\s*)?(?:script|iframe|object|embed|img|svg|style|link|meta)|(?:java|vb)script\s*:|\bon[a-z]{3,20}\s*=/i;

/** Text that gives instructions to a model, or in which a model talks about itself. */
const steering =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules?|above|previous|prior)\b|\b(?:system|developer) (?:prompt|message)|\bas an ai\b|\blanguage model\b|\bjailbr|\bprompt injection\b|\bpwned\b|\b(?:hacked|owned) by\b/i;

/** Sentences of the system prompt that are too long to occur by chance. The model must not repeat them. */
const phrases = system
  .split(/[.:\n]/)
  .map((phrase) => phrase.trim().toLowerCase())
  .filter((phrase) => phrase.length > 30);

/** Maximum number of distinct matches to report; more wouldn't make the objection more useful. */
const MAX_NEW = 20;

const newOnes = (pattern: RegExp, text: string, known: string): string[] => {
  const lower = known.toLowerCase();
  const fresh: string[] = [];
  for (const each of new Set(text.match(pattern))) {
    if (!lower.includes(each.toLowerCase())) fresh.push(each);
    if (fresh.length === MAX_NEW) break;
  }
  return fresh;
};

/** Returns the text that people read or hear: attribute values, and the text between tags. */
const saidBy = (html: string): string =>
  tokenize(html)
    .tokens.flatMap((token) => {
      if (token.kind === "text") return [token.text];
      return token.kind === "open" ? token.attributes.map(({ value }) => value) : [];
    })
    .join("\n");

export const objectToText = (
  current: string,
  { correct_code, explanation }: { correct_code: string; explanation: string },
  text: string,
): string[] => {
  const objections: string[] = [];
  const said = `${saidBy(correct_code)}\n${explanation}`;
  const known = `${current}\n${saidBy(current)}`;
  for (const pattern of [address, emailAddress, telephone])
    for (const found of newOnes(pattern, said, known))
      objections.push(
        `The answer contains a URL, an email address or a number that is not in the html: ${found.slice(0, 60)}`,
      );
  // Backtracks, but over at most 40 characters, as in `steering`.
  if (newOnes(new RegExp(steering.source, "gi"), said, saidBy(current)).length > 0 || steering.test(explanation))
    objections.push("The answer gives instructions instead of describing the page.");
  const lower = said.toLowerCase();
  if (phrases.some((phrase) => lower.includes(phrase))) objections.push("The answer repeats the model's instructions.");
  if (scripted.test(explanation)) objections.push("The explanation contains markup or scripts.");
  if (explanation.length > MAX_EXPLANATION)
    objections.push(`The explanation is longer than ${MAX_EXPLANATION} characters.`);
  if (text.length - textOf(tokenize(current)).length > MAX_NEW_TEXT)
    objections.push("correct_code adds too much text.");
  return objections;
};
