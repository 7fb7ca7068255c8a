import type { OwnRule } from "./own-rule";

/** Links with the same name in the same block that lead to different pages. */
export const ambiguousLink: OwnRule = {
  id: "ambiguous-link",
  impact: "moderate",
  tags: ["wcag2a", "wcag244"],
  act: ["fd3a94"],
  help: "Links with the same name in the same context should lead to the same page",
  description: "Ensure that links with the same name and the same text around them serve the same purpose",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html",
  failure:
    "Check whether this link serves the same purpose as others with the same name; if not, give it a different name",
  needsReview: true,
  inPage: ({ nameOf }) => {
    const most = 50;
    const blocks = "p, li, dd, dt, td, th, blockquote, figcaption, caption, h1, h2, h3, h4, h5, h6, summary, address";
    const contextOf = (link: Element): Element | ShadowRoot => {
      const named = link.closest(blocks);
      let outer = link.parentElement;
      while (outer && outer !== named && /^(?:inline|contents)/.test(getComputedStyle(outer).display))
        outer = outer.parentElement;
      const root = link.getRootNode();
      return outer ?? (root instanceof ShadowRoot ? root : document.documentElement);
    };
    /**
     * Returns the destination without parts that usually make no difference: the fragment, tracking parameters and the
     * file name of an index page.
     */
    const targetOf = (link: Element): string | null => {
      const href = link.getAttribute("href") ?? "";
      if (href.startsWith("#") || !URL.canParse(href, document.baseURI)) return null;
      const url = new URL(href, document.baseURI);
      if (!/^https?:$/.test(url.protocol)) return null;
      for (const key of [...url.searchParams.keys()]) if (/^(?:utm_|ref$)/.test(key)) url.searchParams.delete(key);
      return `${url.host}${url.pathname.replace(/\/(?:index\.\w{1,5})?$/, "")}${url.search}`;
    };
    const keyOf = (link: Element): string => nameOf(link).toLowerCase();
    const inContext = new WeakMap<Node, Map<string, Set<string>>>();
    const targetsIn = (context: Element | ShadowRoot): Map<string, Set<string>> => {
      const known = inContext.get(context);
      if (known) return known;
      const targets = new Map<string, Set<string>>();
      for (const link of [...context.querySelectorAll("a[href]")].slice(0, most)) {
        const target = contextOf(link) === context && link.checkVisibility() ? targetOf(link) : null;
        if (target !== null) targets.set(keyOf(link), (targets.get(keyOf(link)) ?? new Set()).add(target));
      }
      inContext.set(context, targets);
      return targets;
    };
    return {
      selector: "a[href]",
      applies: (link) =>
        targetOf(link) !== null &&
        !link.hasAttribute("aria-describedby") &&
        contextOf(link).querySelectorAll("a[href]").length > 1 &&
        keyOf(link) !== "",
      passes: (link) => (targetsIn(contextOf(link)).get(keyOf(link))?.size ?? 0) <= 1,
    };
  },
};
