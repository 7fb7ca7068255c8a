/**
 * Runs in the page's own world, before its scripts. Opens the shadow roots that these scripts close, because our
 * scripts and axe-core can read only open ones. The page's own scripts can't see the difference: for them, these roots
 * stay closed.
 */
const openClosedRoots = (): void => {
  // The page's scripts may replace these later.
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
  observe(Element.prototype, "attachShadow", "value", {
    apply: (target, self, inputs: unknown[]) => {
      const [init] = inputs;
      if (modeOf(init) !== "closed") return apply(target, self, inputs);
      const root = apply(target, self, [create(Object(init), { mode: { value: "open" } })]);
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
