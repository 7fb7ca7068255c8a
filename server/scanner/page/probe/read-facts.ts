import type { PageContents } from "./read-contents";
import type { PageControls } from "./read-controls";
import type { FrameLinks } from "./read-frame-links";
import type { PageMarkers } from "./read-markers";
import type { PageStructure } from "./read-structure";

/** What a page states about itself, read once after it has settled. Lists are truncated. */
export interface PageStatements {
  address: string;
  title: string;
  description: string | null;
  canonicals: string[];
  robots: string | null;
  language: string | null;
  viewport: string | null;
  standardsMode: boolean;
  characterSet: string;
  headings: { level: number; text: string }[];
  hreflang: { language: string; href: string; url: string }[];
  words: number;
  /** The beginning of the visible text. */
  text: string;
  /** Number of words in the main content, or null if the page doesn't mark up its main content. */
  mainWords: number | null;
}

export type PageFacts = PageStatements & PageContents & FrameLinks & PageStructure & PageControls & PageMarkers;

/** Runs in the page. URLs are absolute, resolved against the page's base URL. */
export const readFacts = (): PageStatements => {
  const clean = (text: string | null | undefined, length = 300): string =>
    (text ?? "").slice(0, 100_000).replace(/\s+/g, " ").trim().slice(0, length);
  // Reads a property through the document's prototype, because an image or form named "title", for example, hides the
  // document's own.
  const property = <Name extends "title" | "body" | "documentElement">(name: Name): Document[Name] =>
    Reflect.get(Document.prototype, name, document);
  const all = <E extends Element>(selector: string): E[] => [
    ...Document.prototype.querySelectorAll.call<Document, [string], NodeListOf<E>>(document, selector),
  ];
  const meta = (name: string): string | null => {
    const [element] = all(`meta[name="${name}" i]`);
    return element ? clean(element.getAttribute("content"), 1_000) : null;
  };
  const isShown = (element: HTMLElement) => element.checkVisibility?.() ?? true;
  // Returns an element's visible text, without scripts, styles and hidden text. Reads it through the prototype, because
  // a field's name can hide a property of its form.
  const shownText = (element: Element | null | undefined): string =>
    element instanceof HTMLElement ? String(Reflect.get(HTMLElement.prototype, "innerText", element)) : "";
  const countWords = (text: string): number => (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;
  const [main] = all<HTMLElement>("main, [role=main]");
  const text = shownText(property("body"));

  return {
    address: location.href,
    title: clean(property("title"), 500),
    description: meta("description"),
    canonicals: all<HTMLLinkElement>('link[rel~="canonical" i]')
      .slice(0, 20)
      .map((link) => link.href.slice(0, 2_000)),
    robots: meta("robots"),
    language: property("documentElement").getAttribute("lang")?.slice(0, 100) ?? null,
    viewport: meta("viewport"),
    standardsMode: document.compatMode === "CSS1Compat",
    characterSet: document.characterSet,
    headings: all<HTMLElement>("h1, h2, h3, h4, h5, h6")
      .filter(isShown)
      .slice(0, 300)
      .map((heading) => ({ level: Number(heading.tagName.slice(1)), text: clean(heading.textContent) })),
    hreflang: all<HTMLLinkElement>('link[rel~="alternate" i][hreflang]')
      .slice(0, 200)
      .map((link) => ({
        language: link.hreflang.slice(0, 100),
        href: (link.getAttribute("href") ?? "").slice(0, 2_000),
        url: link.href.slice(0, 2_000),
      })),
    words: countWords(text),
    text: clean(text, 4_000),
    mainWords: main ? countWords(shownText(main)) : null,
  };
};
