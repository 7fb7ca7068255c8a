/** What a page holds: elements, images, links. Lists are cut to stay small. */
export interface PageContents {
  elements: number;
  images: number;
  brokenImages: string[];
  /** What the page asks for without encryption, as written: the browser upgrades some of it by itself. */
  insecure: string[];
  links: { url: string; text: string }[];
}

/** Runs in the page, after it has settled. Links in open shadow roots count. Addresses are absolute, by the page's base. */
export const readContents = (): PageContents => {
  const clean = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim().slice(0, 200);
  const collect = <E extends Element>(root: Document | ShadowRoot, selector: string, into: E[]): E[] => {
    into.push(...root.querySelectorAll<E>(selector));
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) collect(element.shadowRoot, selector, into);
    }
    return into;
  };
  const isBroken = ({ complete, naturalWidth, currentSrc }: HTMLImageElement) =>
    complete && naturalWidth === 0 && currentSrc !== "" && !/\.svg|^data:image\/svg/i.test(currentSrc);
  const sourceOf = (element: Element) =>
    element.getAttribute("src") ?? element.getAttribute("data") ?? element.getAttribute("href") ?? "";
  const nameOf = (link: HTMLElement) =>
    clean(link.getAttribute("aria-label") || link.textContent || link.querySelector("img")?.alt);

  const images = [...document.images];
  return {
    elements: document.getElementsByTagName("*").length,
    images: images.length,
    brokenImages: images
      .filter(isBroken)
      .slice(0, 50)
      .map((image) => image.currentSrc.slice(0, 500)),
    insecure: [...document.querySelectorAll("[src], object[data], link[rel~='stylesheet' i][href]")]
      .map(sourceOf)
      .filter((address) => /^\s*http:/i.test(address))
      .slice(0, 50),
    links: collect<HTMLAnchorElement>(document, "a[href], area[href]", [])
      .filter((link) => typeof link.href === "string" && /^https?:/i.test(link.href))
      .slice(0, 3_000)
      .map((link) => ({ url: link.href.slice(0, 2_000), text: nameOf(link) })),
  };
};
