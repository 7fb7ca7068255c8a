import type { HasOtherScript } from "./find-other-scripts";
import type { Observations } from "./observations";

/**
 * Text with its stated language: the text of the whole page, of an element with a lang attribute, or of a block inside
 * one of these.
 */
export interface LanguagePart {
  kind: "page" | "part" | "block";
  language: string;
  text: string;
  words: number;
  /** Whether the text outside links and buttons has words in a script that the stated language never uses. */
  hasOtherScript: boolean;
}

export interface LanguageParts {
  /** Returns the parts of the page whose language can be detected. A part's number is its index in this list. */
  languageParts(): LanguagePart[];
  /** Records the outcomes of the parts. A part has no outcome if its language couldn't be determined. */
  noteLanguages(outcomes: readonly { part: number; outcome: "pass" | "fail" | "review" }[]): void;
}

/** Runs in the page: returns the non-empty text nodes that are visible and in a human language, up to a total length. */
export const readLanguageTexts = (textOfPart: number): { parent: Element; text: string }[] => {
  const limits = { nodes: 20_000, textOfAll: 60_000 };
  const withoutLanguage =
    "script, style, noscript, template, code, pre, kbd, samp, var, textarea, select, svg, math, [translate='no'], [role='code']";
  const isRead = (element: Element): boolean =>
    pageTree.closest(element, withoutLanguage) === null && element.checkVisibility({ checkVisibilityCSS: true });
  const read = new Map<Element, boolean>();
  const texts: { parent: Element; text: string }[] = [];
  let left = limits.textOfAll;
  let count = 0;
  for (const { text: node, parent } of pageTree.listTexts()) {
    count += 1;
    if (count > limits.nodes || left <= 0) break;
    if (!read.has(parent)) read.set(parent, isRead(parent));
    if (!read.get(parent)) continue;
    const text = node.data.slice(0, textOfPart).replace(/\s+/g, " ").trim();
    texts.push({ parent, text });
    left -= text.length;
  }
  return texts;
};

/** Runs in the page. */
export const createLanguageParts = ({
  hasOtherScript,
  readLanguageTexts: readTexts,
}: {
  hasOtherScript: HasOtherScript;
  readLanguageTexts: typeof readLanguageTexts;
}) => {
  const limits = { parts: 200, textOfPart: 4_000 };
  const leastWordsInBlock = 12;
  const blocks =
    "p, li, dd, dt, blockquote, td, th, h1, h2, h3, h4, h5, h6, figcaption, caption, section, article, div";
  /** Elements that may contain the name of a language in that language, as in a list of languages. */
  const withNames = "a, button, summary, [hreflang], [role='option'], [role='menuitem'], [role='tab']";
  let elements: Element[] = [];

  const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;
  /** Groups text by the element that states its language, and by the block around it. */
  const collect = (root: Element) => {
    const owners = new Map<Element, string>([[root, Reflect.get(Document.prototype, "title", document)]]);
    const inBlocks = new Map<Element, string>();
    const loose = new Map<Element, string>();
    const add = (texts: Map<Element, string>, element: Element, text: string): void => {
      const before = texts.get(element) ?? "";
      if (before.length < limits.textOfPart) texts.set(element, `${before} ${text}`.slice(0, limits.textOfPart));
    };
    for (const { parent, text } of readTexts(limits.textOfPart)) {
      const owner = pageTree.closest(parent, "[lang]") ?? root;
      const block = parent.closest(blocks);
      add(owners, owner, text);
      const isInside = block !== null && pageTree.contains(owner, block);
      if (block && isInside && block !== owner) add(inBlocks, block, text);
      const part = block && isInside ? block : owner;
      if (pageTree.closest(parent, withNames) === null) add(loose, part, text);
    }
    return { owners, inBlocks, loose };
  };

  const list = (): LanguagePart[] => {
    const root = document.documentElement;
    elements = [];
    if (!document.body || !root.hasAttribute("lang")) return [];
    const { owners, inBlocks, loose } = collect(root);
    const parts: LanguagePart[] = [];
    const add = (element: Element, kind: LanguagePart["kind"], text: string): void => {
      const language = pageTree.closest(element, "[lang]")?.getAttribute("lang") ?? "";
      const isOther = kind !== "page" && hasOtherScript(loose.get(element) ?? "", language.slice(0, 100));
      const words = wordsIn(text);
      if (kind === "block" && words < leastWordsInBlock && !isOther) return;
      elements.push(element);
      parts.push({ kind, language: language.slice(0, 100), text, words, hasOtherScript: isOther });
    };
    for (const [owner, text] of owners) add(owner, owner === root ? "page" : "part", text);
    for (const [block, text] of inBlocks) add(block, "block", text);
    return parts.slice(0, limits.parts);
  };
  return { languageParts: list, elementOf: (part: number): Element | null => elements[part] ?? null };
};

/** Runs in the page. */
export const createLanguageNotes =
  (elementOf: (part: number) => Element | null, note: Observations["note"]): LanguageParts["noteLanguages"] =>
  (outcomes) => {
    for (const { part, outcome } of outcomes) {
      const element = elementOf(part);
      const rule = element === document.documentElement ? "page-language" : "part-language";
      if (element) note(rule, [element], outcome === "review" ? undefined : outcome === "pass");
    }
  };
