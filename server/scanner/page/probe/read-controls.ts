/** The visible links, buttons and fields of a page. Lists are truncated. */
export interface PageControls {
  /** Types of the fields, such as `password` or `select`. */
  fields: string[];
  buttons: string[];
  shownLinks: { url: string; text: string }[];
  /** Options of drop-down lists. */
  options: string[];
}

export interface ElementReader {
  /** The page's open shadow roots, including nested ones. The list is truncated. */
  shadowRoots: readonly ShadowRoot[];
  /** Returns up to `most` elements of the page and its open shadow roots that match a selector. */
  all<E extends Element>(selector: string, most: number): E[];
  attribute(element: Element, name: string): string;
  nameOf(element: Element): string;
  textOf(element: Element): string;
  /** Returns the text of an HTML element, without hidden text; an empty string for any other element. */
  shownTextOf(element: Element): string;
  sizeOf(element: Element): number;
  isShown(element: Element): boolean;
}

/**
 * Reads through the prototypes, because an element that has the name of a property of its form or document hides that
 * property.
 */
export const createElementReader = (): ElementReader => {
  const mostElements = 1_500;
  const mostRoots = 40;
  const find = <E extends Element>(root: Document | ShadowRoot, selector: string): NodeListOf<E> => {
    const { prototype } = root instanceof ShadowRoot ? DocumentFragment : Document;
    return prototype.querySelectorAll.call<Document | ShadowRoot, [string], NodeListOf<E>>(root, selector);
  };
  const rootsIn = (root: Document | ShadowRoot): ShadowRoot[] =>
    [...find(root, "*")]
      .slice(0, mostElements)
      .flatMap(({ shadowRoot }) => (shadowRoot instanceof ShadowRoot ? shadowRoot : []));
  const outer = rootsIn(document).slice(0, mostRoots);
  const shadowRoots = [...outer, ...outer.flatMap(rootsIn)].slice(0, mostRoots);
  const reader: ElementReader = {
    shadowRoots,
    all: <E extends Element>(selector: string, most: number): E[] =>
      [document, ...shadowRoots].flatMap((root) => [...find<E>(root, selector)].slice(0, most)).slice(0, most),
    attribute: (element, name) => Element.prototype.getAttribute.call(element, name) ?? "",
    nameOf: (element) => String(Reflect.get(Element.prototype, "localName", element)),
    shownTextOf: (element) =>
      element instanceof HTMLElement ? String(Reflect.get(HTMLElement.prototype, "innerText", element)) : "",
    textOf: (element) => String(Reflect.get(Node.prototype, "textContent", element)).slice(0, 1_000),
    sizeOf: (element) => {
      const { width, height } = Element.prototype.getBoundingClientRect.call(element);
      return width * height;
    },
    isShown: (element) =>
      Element.prototype.checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true }) &&
      reader.sizeOf(element) > 1,
  };
  return reader;
};

/** Runs in the page after it has settled. */
export const readControls = ({ all, attribute, textOf, isShown }: ElementReader): PageControls => {
  const labelOf = (element: Element): string =>
    (textOf(element) || attribute(element, "value")).replace(/\s+/g, " ").trim().slice(0, 80);
  const isField = (element: Element): boolean =>
    !/^(?:hidden|submit|button|reset|image)$/i.test(attribute(element, "type"));
  return {
    fields: all("input, select, textarea", 200)
      .filter((field) => isField(field) && isShown(field))
      .slice(0, 50)
      .map((field) => (field.localName === "input" ? attribute(field, "type") || "text" : field.localName))
      .map((type) => type.slice(0, 20).toLowerCase()),
    buttons: all("button, input[type=submit], input[type=button], [role=button]", 200)
      .filter(isShown)
      .slice(0, 40)
      .map(labelOf),
    shownLinks: all<HTMLAnchorElement>("a[href]", 400)
      .filter(isShown)
      .slice(0, 200)
      .map((link) => ({ url: String(link.href).slice(0, 500), text: labelOf(link) })),
    options: all("option", 100).map(labelOf),
  };
};
