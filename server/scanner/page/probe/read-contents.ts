/** A page's elements, images and links. Lists are truncated. */
export interface PageContents {
  elements: number;
  images: number;
  brokenImages: string[];
  /**
   * Unencrypted URLs, as written in the page: the requests don't show all of them, because the browser upgrades some to
   * HTTPS.
   */
  insecure: string[];
  /** `isPdf` is set if the link's `type` says that it leads to a PDF. */
  links: { url: string; text: string; isPdf?: boolean }[];
}

/**
 * Runs in the page after it has settled. Includes links in open shadow roots. URLs are absolute, resolved against the
 * page's base URL.
 */
export const readContents = (): PageContents => {
  const clean = (text: string | null | undefined): string =>
    (text ?? "").slice(0, 100_000).replace(/\s+/g, " ").trim().slice(0, 200);
  // Uses the prototypes to read the document, because an image or form that has the name of one of the document's
  // properties hides that property.
  const all = <E extends Element>(root: Document | ShadowRoot, selector: string): NodeListOf<E> => {
    const { prototype } = root instanceof ShadowRoot ? DocumentFragment : Document;
    return prototype.querySelectorAll.call<Document | ShadowRoot, [string], NodeListOf<E>>(root, selector);
  };
  const collect = <E extends Element>(root: Document | ShadowRoot, selector: string, into: E[]): E[] => {
    for (const element of all<E>(root, selector)) into.push(element);
    for (const element of all(root, "*")) {
      if (element.shadowRoot) collect(element.shadowRoot, selector, into);
    }
    return into;
  };
  const isBroken = ({ complete, naturalWidth, currentSrc }: HTMLImageElement) =>
    complete && naturalWidth === 0 && currentSrc !== "" && !/\.svg|^data:image\/svg/i.test(currentSrc);
  const sourceOf = (element: Element) =>
    element.getAttribute("src") ?? element.getAttribute("data") ?? element.getAttribute("href") ?? "";
  const nameOf = (link: HTMLElement) =>
    [link.getAttribute("aria-label"), link.textContent, link.querySelector("img")?.alt, link.getAttribute("title")]
      .map(clean)
      .find((name) => name !== "") ?? "";

  const images = [...all<HTMLImageElement>(document, "img")];
  return {
    elements: all(document, "*").length,
    images: images.length,
    brokenImages: images
      .filter(isBroken)
      .slice(0, 50)
      .map((image) => image.currentSrc.slice(0, 500)),
    insecure: [...all(document, "[src], object[data], link[rel~='stylesheet' i][href]")]
      .map(sourceOf)
      .filter((address) => /^\s*http:/i.test(address))
      .slice(0, 50)
      .map((address) => address.slice(0, 2_000)),
    links: collect<HTMLAnchorElement>(document, "a[href], area[href]", [])
      .filter((link) => typeof link.href === "string" && /^https?:/i.test(link.href))
      .slice(0, 3_000)
      .map((link) => ({
        url: link.href.slice(0, 2_000),
        text: nameOf(link),
        ...(/^\s*application\/pdf\b/i.test(link.getAttribute("type") ?? "") ? { isPdf: true } : {}),
      })),
  };
};
