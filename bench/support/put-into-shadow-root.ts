const HOST = "shadow-page";

/**
 * Lets a page's scripts find what is in the shadow root through `document` and through global names, because most
 * scripts would otherwise fail. Scripts of real components use their own root instead.
 */
const redirectQueries = (host: string, ids: readonly string[]): void => {
  const rootOf = (): ShadowRoot | null => document.getElementsByTagName(host)[0]?.shadowRoot ?? null;
  const { querySelector, querySelectorAll, getElementById } = Document.prototype;
  const redirect = (name: string, value: unknown): boolean => Reflect.set(document, name, value);
  redirect("querySelector", (selector: string) => {
    return rootOf()?.querySelector(selector) ?? querySelector.call(document, selector);
  });
  redirect("querySelectorAll", (selector: string) => {
    const found = rootOf()?.querySelectorAll(selector) ?? [];
    return found.length > 0 ? found : querySelectorAll.call(document, selector);
  });
  redirect("getElementById", (id: string) => rootOf()?.getElementById(id) ?? getElementById.call(document, id));
  Object.defineProperty(document, "activeElement", { get: () => rootOf()?.activeElement ?? document.body });
  for (const id of ids)
    if (!(id in window))
      Object.defineProperty(window, id, {
        configurable: true,
        get: () => document.getElementById(id),
        set: () => undefined,
      });
};

const wholeBody = /(<body[^>]*>)([\s\S]*)<\/body>/i;
const styles = /<style[^>]*>[\s\S]*?<\/style>|<link[^>]*rel="?stylesheet[^>]*>/gi;

/**
 * Returns a page with the content of its body in an open shadow root, styled as before. Returns pages without a `body`
 * element unchanged.
 */
export const putIntoShadowRoot = (html: string): string =>
  html.replace(wholeBody, (_, body: string, content: string) => {
    const head = html.slice(0, html.search(wholeBody));
    const copied = (head.match(styles) ?? []).join("\n");
    const ids = [...content.matchAll(/\sid="?([\w-]+)/g)].map(([, id]) => id);
    // Transpiled functions call the helper `__name`.
    const script = `(() => { const __name = (value) => value; (${redirectQueries})(${JSON.stringify(HOST)}, ${JSON.stringify(ids)}); })()`;
    return `${body}<script>${script}</script><${HOST}><template shadowrootmode="open">${copied}${content}</template></${HOST}></body>`;
  });

/** Removes the path to the shadow root from a selector of an element in it. */
export const withoutHost = (selector: string): string => selector.replace(`${HOST} >>> `, "");
