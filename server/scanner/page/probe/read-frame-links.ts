export interface FrameLinks {
  /** URLs of links in frames whose documents have the same origin as the page. */
  frameLinks: string[];
}

/** Runs in the page after it has settled. Includes nested frames, and links in open shadow roots. */
export const readFrameLinks = (): FrameLinks => {
  const most = { frames: 20, depth: 3, links: 1_000, length: 2_000 };
  // Uses the prototypes to read a document, because an image or form that has the name of one of the document's
  // properties hides that property.
  const isDocument = (root: Document | ShadowRoot): boolean =>
    Reflect.get(Node.prototype, "nodeType", root) === Node.DOCUMENT_NODE;
  const all = <E extends Element>(root: Document | ShadowRoot, selector: string): E[] => {
    const { prototype } = isDocument(root) ? Document : DocumentFragment;
    return [...prototype.querySelectorAll.call<Document | ShadowRoot, [string], NodeListOf<E>>(root, selector)];
  };
  const collect = <E extends Element>(root: Document | ShadowRoot, selector: string): E[] => [
    ...all<E>(root, selector),
    ...all(root, "*").flatMap(({ shadowRoot }) => (shadowRoot ? collect<E>(shadowRoot, selector) : [])),
  ];
  /** Returns the documents in frames, including nested ones, except those from other origins, which can't be read. */
  const documentsIn = (root: Document, depth: number): Document[] =>
    collect<HTMLIFrameElement>(root, "iframe, frame")
      .slice(0, depth > 0 ? most.frames : 0)
      .flatMap(({ contentDocument }) => contentDocument ?? [])
      .flatMap((found) => [found, ...documentsIn(found, depth - 1)]);
  return {
    frameLinks: documentsIn(document, most.depth)
      .slice(0, most.frames)
      .flatMap((found) => collect<HTMLAnchorElement>(found, "a[href], area[href]").map(({ href }) => href))
      .filter((href) => typeof href === "string" && /^https?:/i.test(href))
      .slice(0, most.links)
      .map((href) => href.slice(0, most.length)),
  };
};
