import type { PageContents } from "./read-contents";

/** What a page says of itself, read once after it has settled. Lists are cut to stay small. */
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
}

export type PageFacts = PageStatements & PageContents;

/** Runs in the page. Addresses are absolute, by the page's own base. */
export const readFacts = (): PageStatements => {
  const clean = (text: string | null | undefined, length = 300): string =>
    (text ?? "").replace(/\s+/g, " ").trim().slice(0, length);
  const meta = (name: string): string | null => {
    const element = document.querySelector(`meta[name="${name}" i]`);
    return element ? clean(element.getAttribute("content"), 1_000) : null;
  };
  const isShown = (element: HTMLElement) => element.checkVisibility?.() ?? true;

  return {
    address: location.href,
    title: clean(document.title, 500),
    description: meta("description"),
    canonicals: [...document.querySelectorAll<HTMLLinkElement>('link[rel~="canonical" i]')].map((link) => link.href),
    robots: meta("robots"),
    language: document.documentElement.getAttribute("lang"),
    viewport: meta("viewport"),
    standardsMode: document.compatMode === "CSS1Compat",
    characterSet: document.characterSet,
    headings: [...document.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")]
      .filter(isShown)
      .slice(0, 300)
      .map((heading) => ({ level: Number(heading.tagName.slice(1)), text: clean(heading.textContent) })),
    hreflang: [...document.querySelectorAll<HTMLLinkElement>('link[rel~="alternate" i][hreflang]')]
      .slice(0, 200)
      .map((link) => ({ language: link.hreflang, href: link.getAttribute("href") ?? "", url: link.href })),
    // biome-ignore lint/performance/useDomNodeTextContent: words that are shown, so without scripts, styles and hidden text
    words: (document.body?.innerText.match(/[\p{L}\p{N}]+/gu) ?? []).length,
  };
};
