/** What a page says of itself and what it holds, read once after it has settled. Lists are cut to stay small. */
export interface PageFacts {
  address: string;
  title: string;
  elements: number;
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
  images: number;
  brokenImages: string[];
  /** What the page asks for without encryption, as written: the browser upgrades some of it by itself. */
  insecure: string[];
  links: { url: string; text: string }[];
}

/** Runs in the page. Addresses are absolute, by the page's own base. */
export const readFacts = (): PageFacts => {
  const clean = (text: string | null | undefined, length = 300): string =>
    (text ?? "").replace(/\s+/g, " ").trim().slice(0, length);
  const meta = (name: string): string | null => {
    const element = document.querySelector(`meta[name="${name}" i]`);
    return element ? clean(element.getAttribute("content"), 1_000) : null;
  };
  const collect = <E extends Element>(root: Document | ShadowRoot, selector: string, into: E[]): E[] => {
    into.push(...root.querySelectorAll<E>(selector));
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) collect(element.shadowRoot, selector, into);
    }
    return into;
  };
  const isShown = (element: HTMLElement) => element.checkVisibility?.() ?? true;
  const isBroken = (image: HTMLImageElement) =>
    image.complete &&
    image.naturalWidth === 0 &&
    image.currentSrc !== "" &&
    !/\.svg|^data:image\/svg/i.test(image.currentSrc);
  const nameOf = (link: HTMLElement) =>
    clean(link.getAttribute("aria-label") || link.textContent || link.querySelector("img")?.alt, 200);

  const images = [...document.images];
  const anchors = collect<HTMLAnchorElement>(document, "a[href], area[href]", []);
  return {
    address: location.href,
    title: clean(document.title, 500),
    elements: document.getElementsByTagName("*").length,
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
    images: images.length,
    brokenImages: images
      .filter(isBroken)
      .slice(0, 50)
      .map((image) => image.currentSrc.slice(0, 500)),
    insecure: [...document.querySelectorAll("[src], object[data], link[rel~='stylesheet' i][href]")]
      .map(
        (element) => element.getAttribute("src") ?? element.getAttribute("data") ?? element.getAttribute("href") ?? "",
      )
      .filter((address) => /^\s*http:/i.test(address))
      .slice(0, 50),
    links: anchors
      .filter((link) => typeof link.href === "string" && /^https?:/i.test(link.href))
      .slice(0, 3_000)
      .map((link) => ({ url: link.href.slice(0, 2_000), text: nameOf(link) })),
  };
};
