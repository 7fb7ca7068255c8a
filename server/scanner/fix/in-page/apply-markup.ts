import type { DomEdits } from "./dom-edits";

/** Runs in the page. Parses a snippet without loading or running anything, and returns its elements. */
export const parseSnippet = (html: string): Element[] => {
  const root = /^\s*(?:<!doctype[^>]*>\s*)?<(html|body)\b/i.exec(html)?.[1]?.toLowerCase();
  if (!root) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return [...template.content.children];
  }
  const { documentElement, body } = new DOMParser().parseFromString(html, "text/html");
  return [root === "html" ? documentElement : body];
};

/**
 * Runs in the page. Applies only the difference between two versions of an element, to preserve listeners, the state of
 * form fields and anything that the snippets omit. Returns the element, or its replacement.
 */
export const morph = (edits: DomEdits, element: Element, before: Element, after: Element): Element => {
  const updateAttributes = (live: Element, was: Element, is: Element): void => {
    for (const { name, value } of is.attributes)
      if (was.getAttribute(name) !== value) edits.setAttribute(live, name, value);
    for (const { name } of was.attributes) if (!is.hasAttribute(name)) edits.setAttribute(live, name, null);
  };
  const updateText = (live: Element, was: Element, is: Element): void => {
    const [old, text] = [was.textContent ?? "", is.textContent ?? ""];
    if (was.children.length + is.children.length > 0 || text === old) return;
    if (text.startsWith(old)) edits.insert("append", live, [document.createTextNode(text.slice(old.length))]);
    else if ((live.textContent ?? "").trim() === old.trim()) edits.setText(live, text);
  };
  const updateChildren = (live: Element, was: Element, is: Element): void => {
    const [old, own] = [[...was.children], [...live.children]];
    let at = 0;
    for (const child of is.children) {
      const [oldChild, ownChild] = [old[at], own[at]];
      const count = countWrapped(old.slice(at), child);
      if (count > 0) wrapAll(own.slice(at, at + count), child);
      else if (oldChild && ownChild) update(ownChild, oldChild, child);
      else if (!oldChild) edits.insert("append", live, [document.importNode(child, true)]);
      at += Math.max(1, count);
    }
    for (const extra of own.slice(at, old.length)) edits.remove(extra);
  };
  /** Returns how many elements at the start of `old` are now wrapped in `is`; 0 if `is` doesn't just wrap them. */
  const countWrapped = (old: readonly Element[], is: Element): number => {
    const inner = [...is.children];
    const isWrapper = inner.length > 0 && inner.every((each, index) => old[index]?.isEqualNode(each));
    return isWrapper && !old[0]?.isEqualNode(is) ? inner.length : 0;
  };
  const wrapAll = (live: readonly Element[], is: Element): void => {
    const wrapper = document.importNode(is, true);
    const stand = [...wrapper.children];
    const [first] = live;
    if (!first) return;
    edits.insert("before", first, [wrapper]);
    live.forEach((element, index) => {
      edits.remove(element);
      const place = stand[index];
      if (place) edits.replace(place, element);
    });
  };
  const update = (live: Element, was: Element, is: Element): Element => {
    const current = was.localName === is.localName ? live : edits.rename(live, is.localName);
    updateAttributes(current, was, is);
    updateText(current, was, is);
    updateChildren(current, was, is);
    return current;
  };
  return update(element, before, after);
};

/**
 * Runs in the page. Wraps an element in new elements. Returns the outermost one, or null if the new version doesn't
 * contain the element.
 */
export const wrapElement = (edits: DomEdits, element: Element, before: Element, after: Element): Element | null => {
  const outer = document.importNode(after, true);
  const inner = [...outer.querySelectorAll(before.localName)].find(({ innerHTML }) => innerHTML === before.innerHTML);
  if (!inner) return null;
  edits.replace(element, outer);
  edits.replace(inner, element);
  for (const { name, value } of inner.attributes)
    if (before.getAttribute(name) !== value) edits.setAttribute(element, name, value);
  return outer;
};

/**
 * Runs in the page. Applies the difference between two snippets to an element. Returns the element or its replacement,
 * or null if the snippets are for a different element.
 */
export const applyMarkup = (
  parts: { edits: DomEdits; parse: typeof parseSnippet; morph: typeof morph; wrap: typeof wrapElement },
  element: Element,
  before: string,
  after: string,
): Element | null => {
  const [was] = parts.parse(before);
  const fresh = parts.parse(after);
  if (!was || was.localName !== element.localName) return null;
  const is = fresh.find(({ localName }) => localName === was.localName) ?? fresh[0];
  if (!is) {
    parts.edits.remove(element);
    return element;
  }
  const at = fresh.indexOf(is);
  const copy = (nodes: readonly Element[]): Node[] => nodes.map((node) => document.importNode(node, true));
  parts.edits.insert("before", element, copy(fresh.slice(0, at)));
  parts.edits.insert("after", element, copy(fresh.slice(at + 1)));
  const isWrapped =
    was.localName !== is.localName && is.querySelector(was.localName) && !was.querySelector(was.localName);
  return isWrapped ? parts.wrap(parts.edits, element, was, is) : parts.morph(parts.edits, element, was, is);
};
