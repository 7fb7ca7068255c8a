import { decode, textOf } from "../markup/edit";
import { tokenize } from "../markup/tokenize";
import { system } from "../prompts/system";

const MAX_EXPLANATION = 1_500;
const MAX_NEW_TEXT = 400;

const address =
  /(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/[^\s"'<>]+|\bwww\.[^\s"'<>]+|\b[a-z0-9-]+\.(?:com|net|org|io|info|biz|ru|cn|xyz|top|example|invalid|test)\b(?:\/[^\s"'<>]*)?/gi;
const mailAddress = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}/g;
const telephone = /(?:\+|\b00|\b0|\b1-)[\d][\d ()./-]{6,}\d/g;
const scripted =
  /<\s*\/?\s*(?:script|iframe|object|embed|img|svg|style|link|meta)|(?:java|vb)script\s*:|\bon[a-z]{3,20}\s*=/i;

/** What speaks to a machine, or in its name, instead of saying what a thing on the page is. */
const steering =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules?|above|previous|prior)\b|\b(?:system|developer) (?:prompt|message)|\bas an ai\b|\blanguage model\b|\bjailbr|\bprompt injection\b|\bpwned\b|\b(?:hacked|owned) by\b/i;

/** Long enough to be no chance; the model was told not to repeat what it was told. */
const phrases = system
  .split(/[.:\n]/)
  .map((phrase) => phrase.trim().toLowerCase())
  .filter((phrase) => phrase.length > 30);

const newOnes = (pattern: RegExp, text: string, known: string): string[] =>
  (text.match(pattern) ?? []).filter((each) => !known.toLowerCase().includes(each.toLowerCase()));

/** Texts that people read or hear: what stands between tags, and the values of attributes. */
const saidBy = (html: string): string =>
  tokenize(html)
    .tokens.flatMap((token) => {
      if (token.kind === "text") return [decode(token.text)];
      return token.kind === "open" ? token.attributes.map(({ value }) => decode(value)) : [];
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
  for (const pattern of [address, mailAddress, telephone])
    for (const found of newOnes(pattern, said, known))
      objections.push(`There is an address or a number that is not in the html: ${found.slice(0, 60)}`);
  if (newOnes(new RegExp(steering.source, "gi"), said, saidBy(current)).length > 0 || steering.test(explanation))
    objections.push("There is text that gives instructions instead of describing the page.");
  const lower = said.toLowerCase();
  if (phrases.some((phrase) => lower.includes(phrase))) objections.push("The answer repeats its instructions.");
  if (scripted.test(explanation)) objections.push("The explanation contains markup or script.");
  if (explanation.length > MAX_EXPLANATION)
    objections.push(`The explanation is longer than ${MAX_EXPLANATION} characters.`);
  if (text.length - textOf(tokenize(current)).length > MAX_NEW_TEXT)
    objections.push("correct_code adds too much text.");
  return objections;
};
