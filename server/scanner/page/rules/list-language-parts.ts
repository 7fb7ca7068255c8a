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
}

export interface LanguageParts {
  /** Returns the parts of the page whose language can be detected. A part's number is its index in this list. */
  languageParts(): LanguagePart[];
  /** Records the outcomes of the parts. The language of parts without an outcome couldn't be determined. */
  noteLanguages(outcomes: readonly { part: number; outcome: "pass" | "fail" | "review" }[]): void;
}

/** Runs in the page. */
export const createLanguageParts = () => {
  const limits = { nodes: 20_000, parts: 200, textOfPart: 4_000, textOfAll: 60_000 };
  const leastWordsInBlock = 12;
  const blocks =
    "p, li, dd, dt, blockquote, td, th, h1, h2, h3, h4, h5, h6, figcaption, caption, section, article, div";
  const withoutLanguage =
    "script, style, noscript, template, code, pre, kbd, samp, var, textarea, select, svg, math, [translate='no'], [role='code']";
  let elements: Element[] = [];

  const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;
  const isRead = (element: Element): boolean =>
    element.closest(withoutLanguage) === null && element.checkVisibility({ checkVisibilityCSS: true });
  /** Returns the non-empty text nodes that are visible and in a human language, up to a total length. */
  const readTexts = (): { parent: Element; text: string }[] => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const read = new Map<Element, boolean>();
    const texts: { parent: Element; text: string }[] = [];
    let left = limits.textOfAll;
    for (let count = 0; count < limits.nodes && left > 0 && walker.nextNode(); count += 1) {
      const { nodeValue, parentElement: parent } = walker.currentNode;
      const text = (nodeValue ?? "").slice(0, limits.textOfPart).replace(/\s+/g, " ").trim();
      if (text === "" || parent === null) continue;
      if (!read.has(parent)) read.set(parent, isRead(parent));
      if (!read.get(parent)) continue;
      texts.push({ parent, text });
      left -= text.length;
    }
    return texts;
  };
  /** Groups text by the element that states its language, and by the block around it. */
  const collect = (root: Element) => {
    const owners = new Map<Element, string>([[root, Reflect.get(Document.prototype, "title", document)]]);
    const inBlocks = new Map<Element, string>();
    const add = (texts: Map<Element, string>, element: Element, text: string): void => {
      const before = texts.get(element) ?? "";
      if (before.length < limits.textOfPart) texts.set(element, `${before} ${text}`.slice(0, limits.textOfPart));
    };
    for (const { parent, text } of readTexts()) {
      const owner = parent.closest("[lang]") ?? root;
      const block = parent.closest(blocks);
      add(owners, owner, text);
      if (block && block !== owner && owner.contains(block)) add(inBlocks, block, text);
    }
    return { owners, inBlocks };
  };

  const list = (): LanguagePart[] => {
    const root = document.documentElement;
    elements = [];
    if (!document.body || !root.hasAttribute("lang")) return [];
    const { owners, inBlocks } = collect(root);
    const parts: LanguagePart[] = [];
    const add = (element: Element, kind: LanguagePart["kind"], text: string): void => {
      const language = element.closest("[lang]")?.getAttribute("lang") ?? "";
      elements.push(element);
      parts.push({ kind, language: language.slice(0, 100), text, words: wordsIn(text) });
    };
    for (const [owner, text] of owners) add(owner, owner === root ? "page" : "part", text);
    for (const [block, text] of inBlocks) if (wordsIn(text) >= leastWordsInBlock) add(block, "block", text);
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
