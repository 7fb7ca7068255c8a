/**
 * Runs in the page's own world, before its scripts. Opens the shadow roots that these scripts close, because our
 * scripts and axe-core can read only open ones. The page's own scripts can't see the difference: for them, these roots
 * stay closed.
 */
const openClosedRoots = (): void => {
  // Read now, because the page's scripts may replace these functions later.
  const { apply, getOwnPropertyDescriptor, defineProperty } = Reflect;
  const closed = new WeakSet<object>();
  const { add, has } = WeakSet.prototype;
  const { create } = Object;
  const isClosed = (root: unknown): boolean => typeof root === "object" && root !== null && apply(has, closed, [root]);
  const modeOf = (init: unknown): unknown =>
    typeof init === "object" && init !== null ? Reflect.get(init, "mode") : undefined;
  const observe = (target: object, name: string, kind: "get" | "value", handler: ProxyHandler<() => unknown>): void => {
    const property = getOwnPropertyDescriptor(target, name);
    const original = property?.[kind];
    if (property && original) defineProperty(target, name, { ...property, [kind]: new Proxy(original, handler) });
  };
  const attachOpen = (attach: () => unknown, host: unknown, init: unknown): unknown => {
    try {
      return apply(attach, host, [create(Object(init), { mode: { value: "open" } })]);
    } catch {
      return null;
    }
  };
  observe(Element.prototype, "attachShadow", "value", {
    apply: (target, self, inputs: unknown[]) => {
      const [init] = inputs;
      if (modeOf(init) !== "closed") return apply(target, self, inputs);
      const root = attachOpen(target, self, init);
      // A shadow root that is declared as closed in HTML can't be attached as open.
      if (root === null) return apply(target, self, inputs);
      apply(add, closed, [root]);
      return root;
    },
  });
  observe(Element.prototype, "shadowRoot", "get", {
    apply: (target, self, inputs) => {
      const root = apply(target, self, inputs);
      return isClosed(root) ? null : root;
    },
  });
  observe(ShadowRoot.prototype, "mode", "get", {
    apply: (target, self, inputs) => (isClosed(self) ? "closed" : apply(target, self, inputs)),
  });
};

/** The script for the page's own world. */
export const openRootsScript = `(() => {
const __name = (value) => value;
(${openClosedRoots})();
})();`;

/** A global in our isolated world, where the page can't see it. */
const ROOTS_NAME = "__curbcutRoots__";

/**
 * Runs in our isolated world, before our other scripts. Lets our scripts read closed shadow roots that are declared in
 * HTML, once the scanner has passed these roots to `open`. No script can find such roots, not even in an isolated
 * world.
 */
const readDeclaredRoots = (name: string): void => {
  const mostElements = 60_000;
  const mostHosts = 2_000;
  const mostAttributes = 50;
  const longestAttributes = 5_000;
  const builtIn =
    "article, aside, blockquote, body, div, footer, h1, h2, h3, h4, h5, h6, header, main, nav, p, section, span";
  const opened = new WeakMap<Element, ShadowRoot>();
  const listed = new WeakSet<Element>();
  const property = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot");
  const read = property?.get;
  if (!property || !read) return;
  Object.defineProperty(Element.prototype, "shadowRoot", {
    ...property,
    get(this: Element): ShadowRoot | null {
      return Reflect.apply(read, this, []) ?? opened.get(this) ?? null;
    },
  });
  const elementsIn = (root: Document | ShadowRoot): Element[] => {
    const { prototype } = root instanceof ShadowRoot ? DocumentFragment : Document;
    // Leaves out forms, because a field's name can hide a property of its form.
    return [...prototype.querySelectorAll.call(root, ":not(form)")];
  };
  const isCustom = (element: Element): boolean => element.localName.includes("-");
  // Leaves out elements with many or long attributes, because the browser includes these when it describes an element.
  const isSmall = ({ attributes }: Element): boolean =>
    attributes.length <= mostAttributes &&
    [...attributes].reduce((sum, each) => sum + each.name.length + each.value.length, 0) <= longestAttributes;
  const mayHost = (element: Element): boolean =>
    (isCustom(element) || element.matches(builtIn)) &&
    element.shadowRoot === null &&
    !listed.has(element) &&
    isSmall(element);
  const listHosts = (): Element[] => {
    const all = elementsIn(document);
    for (const { shadowRoot } of all)
      if (shadowRoot && all.length < mostElements) for (const inner of elementsIn(shadowRoot)) all.push(inner);
    const hosts = all.slice(0, mostElements).filter(mayHost);
    const chosen = [...hosts.filter(isCustom), ...hosts.filter((each) => !isCustom(each))].slice(0, mostHosts);
    for (const host of chosen) listed.add(host);
    return chosen;
  };
  const open = (...roots: ShadowRoot[]): void => {
    for (const root of roots) opened.set(root.host, root);
  };
  Object.defineProperty(window, name, { value: { listHosts, open }, configurable: true });
};

/** The script for our isolated world. */
export const declaredRootsScript = `(() => {
const __name = (value) => value;
(${readDeclaredRoots})(${JSON.stringify(ROOTS_NAME)});
})();`;

/** Evaluates to up to 2,000 elements that may have a closed shadow root and haven't been listed before. */
export const listHostsExpression = `globalThis[${JSON.stringify(ROOTS_NAME)}].listHosts()`;

/** The source of a function that opens the shadow roots it receives. */
export const openRootsFunction = `function (...roots) { globalThis[${JSON.stringify(ROOTS_NAME)}].open(...roots); }`;
