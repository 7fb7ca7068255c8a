import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";
import type { Catalogue } from "./language";

const accents = new Map(
  Object.entries({ a: "á", e: "é", i: "í", o: "ó", u: "ú", n: "ñ", c: "ç", A: "Á", E: "É", O: "Ó" }),
);

const accented = (text: string): string =>
  text.replaceAll(/\p{L}+/gu, (word) => [...word].map((letter) => accents.get(letter) ?? letter).join(""));

/** The proportion by which translations tend to be longer than English. */
const growth = 0.4;

const longer = (text: string): string =>
  text.replaceAll(/\p{L}+/gu, (word) => `${word}${"~".repeat(Math.ceil(word.length * growth))}`);

const turned = (text: string): string => text.replaceAll(/\p{L}+/gu, (word) => `\u202e${word}\u202c`);

interface Pseudo {
  change(text: string): string;
  /** Put before and after each message, to reveal messages that are cut off or not translated. */
  marks: readonly [string, string];
}

const pseudos: Readonly<Record<string, Pseudo>> = {
  "en-XA": { change: (text) => longer(accented(text)), marks: ["[", "]"] },
  "ar-XB": { change: turned, marks: ["[", "]"] },
};

/** Pseudo-languages for testing: lengthened, accented English, and English written from right to left. */
export const pseudoLanguages: readonly string[] = Object.keys(pseudos);

const changeAll = (elements: readonly MessageFormatElement[], change: Pseudo["change"]): MessageFormatElement[] =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: change(element.value) };
    if (element.type === TYPE.tag) return { ...element, children: changeAll(element.children, change) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([key, option]) => [
      key,
      { ...option, value: changeAll(option.value, change) },
    ]);
    return { ...element, options: Object.fromEntries(options) } as MessageFormatElement;
  });

const translate = (message: string, { change, marks: [open, close] }: Pseudo): string =>
  `${open}${printAST(changeAll(parse(message), change))}${close}`;

/** Returns the source catalogue in a pseudo-language, or null if the language isn't a pseudo-language. */
export const pseudoCatalogue = (language: string, source: Catalogue): Catalogue | null => {
  const pseudo = pseudos[language];
  if (!pseudo) return null;
  return Object.fromEntries(Object.entries(source).map(([path, message]) => [path, translate(message, pseudo)]));
};
