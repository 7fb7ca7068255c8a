type Root = Document | ShadowRoot;

/** The document, and everything in its open shadow roots, as one tree. */
export interface PageTree {
  /** Returns the document and its open shadow roots. */
  listRoots(): Root[];
  /**
   * Returns the elements that match a selector within their own root, in the order of the page. Reads at most 2,000
   * shadow roots.
   */
  findAll<Name extends keyof HTMLElementTagNameMap>(selector: Name): HTMLElementTagNameMap[Name][];
  findAll<Kind extends Element = Element>(selector: string): Kind[];
  /** Returns the parent of an element in the rendered tree, across slots and shadow roots. */
  parentOf(element: Element): Element | null;
  /** Like `Element.closest`, but continues outside shadow roots. */
  closest(element: Element, selector: string): Element | null;
  /** Like `Node.contains`, but includes what is in shadow roots. */
  contains(outer: Node, inner: Node): boolean;
  /** Returns the innermost element at a point in the window. */
  elementAt(x: number, y: number): Element | null;
  /** Returns the elements at a point in the window, topmost first. Those in a shadow root come before its host. */
  elementsAt(x: number, y: number): Element[];
  /** Returns the innermost element that has focus, or the body. */
  focused(): Element | null;
  /** Returns the element with an ID in the same root as the given element. */
  findById(from: Element, id: string): Element | null;
  /** Returns the element with a path from axe-core; null if it is in a frame. */
  findByPath(path: readonly (string | string[])[]): Element | null;
  /** Makes an observer watch the document and up to 100 of its shadow roots. */
  observe(observer: MutationObserver, options: MutationObserverInit): void;
  /** Returns up to 1,000 style sheets, including those of shadow roots. */
  listSheets(): CSSStyleSheet[];
  /** Returns the animations that are running or paused. */
  listAnimations(): Animation[];
  /** Lists the text nodes of the page, including hidden ones. Leaves out those that are blank or contain code. */
  listTexts(): Iterable<{ text: Text; parent: Element }>;
  /** Returns up to 100,000 characters of the page's text, including hidden text. */
  readText(): string;
}

declare global {
  /** Defined by the init script, for the functions that run in pages. */
  const pageTree: PageTree;
}

/** Calls methods of the document and of shadow roots through their prototypes. */
export interface RootReader {
  query<Kind extends Element>(root: Root, selector: string): Kind[];
  byId(root: Root, id: string): Element | null;
}

/**
 * Runs in the page. The document's properties are read from the prototypes, because an element that has the name of a
 * property hides it.
 */
export const createRootReader = (): RootReader => {
  const prototypeOf = (root: Root) => (root instanceof ShadowRoot ? DocumentFragment : Document).prototype;
  return {
    query: (root, selector) => [...Reflect.apply(prototypeOf(root).querySelectorAll, root, [selector])],
    byId: (root, id) => Reflect.apply(prototypeOf(root).getElementById, root, [id]),
  };
};

/** Runs in the page. */
export const createElementFinder = ({ query }: RootReader): Pick<PageTree, "findAll"> => {
  const [MOST_ROOTS, MOST_LEVELS] = [2_000, 20];
  /**
   * How long the list of shadow hosts is reused. Creating the list is slow on large pages, and rules often read it in
   * succession.
   */
  const FRESH_MS = 50;
  let hosts = new Map<Root, Element[]>();
  let readAt = Number.NEGATIVE_INFINITY;
  // Leaves out forms, because a field's name can hide a property of its form.
  const listHosts = (root: Root): Element[] =>
    query(root, ":not(form)").filter(({ shadowRoot }) => shadowRoot !== null);
  const readHosts = (): void => {
    hosts = new Map([[document, listHosts(document)]]);
    for (const [, found] of hosts)
      for (const { shadowRoot } of found)
        if (shadowRoot && hosts.size < MOST_ROOTS) hosts.set(shadowRoot, listHosts(shadowRoot));
    readAt = performance.now();
  };
  const isFresh = (): boolean =>
    performance.now() - readAt < FRESH_MS && [...hosts.values()].flat().every(({ isConnected }) => isConnected);
  const isBefore = (one: Node, other: Node): boolean =>
    (Node.prototype.compareDocumentPosition.call(other, one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const findIn = <Kind extends Element>(root: Root, selector: string, levels: number): Kind[] => {
    const own = query<Kind>(root, selector);
    const inner = levels > 0 ? (hosts.get(root) ?? []) : [];
    if (inner.length === 0) return own;
    const found: Kind[] = [];
    let at = 0;
    const takeUntil = (host: Element | null): void => {
      for (let next = own[at]; next && (host === null || next === host || isBefore(next, host)); next = own[at]) {
        found.push(next);
        at += 1;
      }
    };
    for (const host of inner) {
      takeUntil(host);
      if (host.shadowRoot) found.push(...findIn<Kind>(host.shadowRoot, selector, levels - 1));
    }
    takeUntil(null);
    return found;
  };
  return {
    findAll: (selector: string) => {
      if (!isFresh()) readHosts();
      return findIn(document, selector, MOST_LEVELS);
    },
  };
};

/**
 * Runs in the page. Most properties are read from prototypes, because a field's name can hide a property of its form.
 */
export const createTreeWalks = ({
  query,
  byId,
}: RootReader): Pick<PageTree, "parentOf" | "closest" | "contains" | "findById" | "findByPath"> => {
  const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);
  const hostOf = (node: Node): Element | null => {
    const root = rootOf(node);
    return root instanceof ShadowRoot ? root.host : null;
  };
  const closest = (element: Element, selector: string): Element | null => {
    const found: Element | null = Element.prototype.closest.call(element, selector);
    const host = found === null ? hostOf(element) : null;
    return host ? closest(host, selector) : found;
  };
  return {
    closest,
    parentOf: (element) => {
      const slot: Element | null = Reflect.get(Element.prototype, "assignedSlot", element);
      return slot ?? Reflect.get(Node.prototype, "parentElement", element) ?? hostOf(element);
    },
    contains: (outer, inner) => {
      for (let each: Node | null = inner; each; each = hostOf(each))
        if (Node.prototype.contains.call(outer, each)) return true;
      return false;
    },
    findById: (from, id) => {
      const root = rootOf(from);
      return id !== "" && (root instanceof Document || root instanceof ShadowRoot) ? byId(root, id) : null;
    },
    findByPath: ([outermost, ...inner]) => {
      let root: Root | null = document;
      let found: Element | null = null;
      for (const selector of inner.length === 0 ? [outermost ?? []].flat() : []) {
        found = (root && query(root, selector)[0]) ?? null;
        root = found?.shadowRoot ?? null;
      }
      return found;
    },
  };
};

/** Runs in the page. */
export const createTreePoints = (): Pick<PageTree, "elementAt" | "elementsAt" | "focused"> => {
  const within = (root: Root, x: number, y: number): Element[] =>
    root
      .elementsFromPoint(x, y)
      .filter((element) => Node.prototype.getRootNode.call(element) === root)
      .flatMap((element) => [...(element.shadowRoot ? within(element.shadowRoot, x, y) : []), element]);
  return {
    elementAt: (x, y) => {
      let found: Element | null = Document.prototype.elementFromPoint.call(document, x, y);
      for (let root = found?.shadowRoot; root; root = found?.shadowRoot) {
        const inner = root.elementFromPoint(x, y);
        if (inner === null || inner === found) break;
        found = inner;
      }
      return found;
    },
    elementsAt: (x, y) => within(document, x, y),
    focused: () => {
      let found: Element | null = Reflect.get(Document.prototype, "activeElement", document);
      for (let inner = found?.shadowRoot?.activeElement; inner; inner = found?.shadowRoot?.activeElement) found = inner;
      return found;
    },
  };
};

/** Runs in the page. */
export const createTreeRoots = ({
  query,
}: RootReader): Pick<PageTree, "listRoots" | "observe" | "listSheets" | "listAnimations"> => {
  const [MOST_OBSERVED, MOST_SHEETS] = [100, 1_000];
  const listRoots = (): Root[] => {
    const roots: Root[] = [document];
    for (const root of roots)
      for (const { shadowRoot } of query(root, ":not(form)")) if (shadowRoot) roots.push(shadowRoot);
    return roots;
  };
  return {
    listRoots,
    observe: (observer, options) => {
      for (const root of listRoots().slice(0, MOST_OBSERVED + 1)) observer.observe(root, options);
    },
    listSheets: () => {
      const sheets = listRoots().flatMap((root) => [...root.styleSheets, ...root.adoptedStyleSheets]);
      return [...new Set(sheets)].slice(0, MOST_SHEETS);
    },
    listAnimations: () => listRoots().flatMap((root) => root.getAnimations()),
  };
};

/** Runs in the page. */
export const createTreeTexts = ({
  listRoots,
}: Pick<PageTree, "listRoots">): Pick<PageTree, "listTexts" | "readText"> => {
  const MOST_TEXT = 100_000;
  const code = "head, script, style, noscript, template";
  function* listTexts(): Generator<{ text: Text; parent: Element }> {
    for (const root of listRoots()) {
      const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const { parentElement: parent } = text;
        if (!(text instanceof Text) || parent === null || !/\S/.test(text.data)) continue;
        if (Element.prototype.closest.call(parent, code) === null) yield { text, parent };
      }
    }
  }
  return {
    listTexts,
    readText: () => {
      let found = "";
      for (const { text } of listTexts()) {
        found += ` ${text.data.slice(0, MOST_TEXT)}`;
        if (found.length >= MOST_TEXT) break;
      }
      return found.slice(0, MOST_TEXT);
    },
  };
};

/** The source of an expression that creates the page tree. */
export const pageTreeSource = `(() => {
const reader = (${createRootReader})();
const roots = (${createTreeRoots})(reader);
return {
  ...roots,
  ...(${createElementFinder})(reader),
  ...(${createTreeWalks})(reader),
  ...(${createTreePoints})(),
  ...(${createTreeTexts})(roots),
};
})()`;
