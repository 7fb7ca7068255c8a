/** Edits a document in ways that can be undone. */
export interface DomEdits {
  /** Sets an attribute, or removes it when the value is null. */
  setAttribute(element: Element, name: string, value: string | null): void;
  /** Replaces an element's content with text. */
  setText(element: Element, text: string): void;
  replace(old: Element, fresh: Element): void;
  remove(element: Element): void;
  /** Replaces an element with one that has a different tag name, but the same attributes and children. */
  rename(element: Element, name: string): Element;
  /** Inserts nodes before or after an element, or at the end of its content. */
  insert(place: "before" | "after" | "append", element: Element, nodes: readonly Node[]): void;
  /**
   * Returns the elements that were added or replaced, or whose attributes changed, even if they are no longer in the
   * document. If one of them is hidden from screen readers, also returns everything inside it.
   */
  touched(): Element[];
  /** Returns the elements that were replaced by elements with a different tag name, each with its replacement. */
  renamed(): (readonly [old: Element, fresh: Element])[];
  undo(): void;
}

/** Runs in the page. */
export const createDomEdits = (): DomEdits => {
  let undos: (() => void)[] = [];
  let touched: Element[] = [];
  let renamed: (readonly [Element, Element])[] = [];
  const replace = (old: Element, fresh: ChildNode): void => {
    old.replaceWith(fresh);
    undos.push(() => fresh.replaceWith(old));
  };
  return {
    setAttribute: (element, name, value) => {
      const was = element.getAttribute(name);
      touched.push(element);
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
      undos.push(() => (was === null ? element.removeAttribute(name) : element.setAttribute(name, was)));
    },
    setText: (element, text) => {
      const children = [...element.childNodes];
      element.textContent = text;
      undos.push(() => element.replaceChildren(...children));
    },
    replace: (old, fresh) => {
      touched.push(fresh);
      replace(old, fresh);
    },
    remove: (element) => replace(element, document.createComment("")),
    rename: (element, name) => {
      const fresh = document.createElement(name);
      for (const { name: each, value } of element.attributes) fresh.setAttribute(each, value);
      const children = [...element.childNodes];
      touched.push(element, fresh);
      renamed.push([element, fresh]);
      replace(element, fresh);
      fresh.append(...children);
      undos.push(() => element.append(...children));
      return fresh;
    },
    insert: (place, element, nodes) => {
      element[place](...nodes);
      touched.push(...nodes.filter((node) => node instanceof Element));
      undos.push(() => {
        for (const node of nodes) node.parentNode?.removeChild(node);
      });
    },
    touched: () => {
      const isHidden = (element: Element): boolean => element.matches("[aria-hidden=true], [inert]");
      return [...new Set(touched.flatMap((each) => (isHidden(each) ? [each, ...each.querySelectorAll("*")] : each)))];
    },
    renamed: () => renamed,
    undo: () => {
      for (const each of undos.toReversed()) each();
      undos = [];
      touched = [];
      renamed = [];
    },
  };
};
