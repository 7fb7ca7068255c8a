import type { NodeSignals } from "../../page-result";
import type { AxeInPage } from "./run-axe";

export interface TextReader {
  /** Returns the start of an element's text, omitting the text of the descendant `without`. */
  textOf(element: Element, without?: Element): string;
  /** Returns the text next to an element, from the smallest container with other text. */
  textNear(element: Element): string;
  /** Returns the text of the first heading in the smallest container that has one. */
  headingOf(element: Element): string;
  parentOf(element: Element): Element | null;
  cut(text: string): string;
}

/** Runs in the page. All lengths are limited, so that an element near the root takes no more time than others. */
export const createTextReader = (): TextReader => {
  const MAX_TEXT = 120;
  const MAX_NODES = 200;
  const MAX_CLIMB = 8;
  const silent = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"]);

  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const cut = (text: string): string => text.slice(0, 2_000).replace(/\s+/g, " ").trim().slice(0, MAX_TEXT);
  const textOf = (element: Element, without?: Element): string => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node === without || (node instanceof Element && silent.has(node.tagName))
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    let text = "";
    for (let steps = 0; steps < MAX_NODES && text.length < MAX_TEXT; steps += 1) {
      const node = walker.nextNode();
      if (node === null) break;
      if (node instanceof Text) text = cut(`${text} ${node.data.slice(0, 1_000)}`);
    }
    return text;
  };
  const textNear = (element: Element): string => {
    let container = parentOf(element);
    for (let climbed = 0; container && container !== document.body && climbed < MAX_CLIMB; climbed += 1) {
      const text = textOf(container, element);
      if (text !== "") return text;
      container = parentOf(container);
    }
    return "";
  };
  const firstHeadings = new Map<Element, Element | null>();
  const firstHeadingIn = (container: Element): Element | null => {
    const known = firstHeadings.get(container);
    if (known !== undefined) return known;
    const found = container.querySelector("h1, h2, h3, h4, h5, h6, legend, caption, summary, [role=heading]");
    firstHeadings.set(container, found);
    return found;
  };
  const headingOf = (element: Element): string => {
    let container = parentOf(element);
    for (let climbed = 0; container && container !== document.body && climbed < MAX_CLIMB; climbed += 1) {
      const heading = firstHeadingIn(container);
      if (heading && !heading.contains(element)) return textOf(heading);
      container = parentOf(container);
    }
    return "";
  };
  return { textOf, textNear, headingOf, parentOf, cut };
};

/**
 * Runs in the page: returns a function that reads the signals of an element, or null if they can't be read. Paths omit
 * generic containers, because wrappers often change.
 */
export const createSignalReader = (axe: AxeInPage, texts: TextReader): ((element: Element) => NodeSignals | null) => {
  const MAX_STEPS = 24;
  const generic = new Set(["div", "span", "section", "b", "i", "em", "strong", "center", "font", "tbody"]);
  const known = new Map<Element, NodeSignals | null>();
  const isPage = (element: Element): boolean => element === document.documentElement || element === document.body;

  const stepOf = (element: Element): string => {
    const tag = element.localName.toLowerCase().slice(0, 40);
    const given = Element.prototype.getAttribute.call(element, "role") ?? "";
    const role = given.trim().toLowerCase().slice(0, 40);
    return role && role !== "presentation" && role !== "none" ? `${tag}[${role}]` : tag;
  };
  const pathTo = (element: Element): string => {
    const steps = [stepOf(element)];
    let outer = texts.parentOf(element);
    while (outer && !isPage(outer) && steps.length < MAX_STEPS) {
      const step = stepOf(outer);
      if (!generic.has(step)) steps.push(step);
      outer = texts.parentOf(outer);
    }
    return steps.reverse().join(">").slice(-400);
  };
  const read = (element: Element): NodeSignals => ({
    role: texts.cut(axe.commons.aria.getRole(element) ?? "").slice(0, 40),
    name: isPage(element) ? "" : texts.cut(axe.commons.text.accessibleText(element)),
    text: isPage(element) ? "" : texts.textOf(element),
    heading: isPage(element) ? "" : texts.headingOf(element),
    near: isPage(element) ? "" : texts.textNear(element),
    path: pathTo(element),
  });
  return (element) => {
    const before = known.get(element);
    if (before !== undefined) return before;
    let signals: NodeSignals | null = null;
    try {
      signals = read(element);
    } catch {
      // A field named "localName", for example, hides that property of its form.
    }
    known.set(element, signals);
    return signals;
  };
};
