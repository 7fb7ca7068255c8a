import type { BlockKind } from "./outline-parts";
import type { AxeInPage } from "./run-axe";

/** Reads from individual elements what the outline needs. */
export interface OutlineElements {
  is(element: Element, kind: "part" | "main" | "action" | "link"): boolean;
  isInContent(element: Element): boolean;
  /** Returns the page's visible blocks, main content, links and buttons, in document order. */
  list(): Element[];
  clean(text: string, length: number): string;
  nameOf(element: Element): string;
  /** Returns the accessible name of a navigation or search block; empty for other blocks. */
  nameOfBlock(block: Element): string;
  /** Returns the kind of a block; null if the element isn't a block that pages may have in common. */
  kindOf(element: Element): BlockKind | null;
  /** Returns a link's destination without parts that usually make no difference. */
  targetOf(link: Element): string | null;
}

/** Runs in the page: returns functions that recognise blocks and use axe's tree to read names. */
export const createOutlineElements = (axe: AxeInPage, kindOfBlock: typeof readBlockKind): OutlineElements => {
  const most = 5_000;
  const menus =
    "[role=menubar], .menu, .nav, .navbar, .navigation, .main-menu, .main-nav, .mainmenu, .mainnav, .main-navigation, .site-nav, .nav-menu, .navbar-nav, .topnav, #menu, #nav, #navbar, #navigation, #main-menu, #main-nav, #mainmenu, #mainnav";
  const selectors = {
    part: `nav, header, footer, search, [role=navigation], [role=banner], [role=contentinfo], [role=search], ${menus}`,
    main: "main, [role=main]",
    action:
      "a[href], button, [role=button], input[type=submit], input[type=button], input[type=image], input[type=search]",
    link: "a[href]",
  };
  const content = "main, [role=main], article, [role=article], dialog, [role=dialog]";
  const matches = (element: Element, selector: string): boolean => Element.prototype.matches.call(element, selector);
  const clean = (text: string, length: number): string =>
    text.slice(0, 2_000).replace(/\s+/g, " ").trim().slice(0, length);
  const nameOf = (element: Element): string => {
    try {
      return clean(axe.commons.text.accessibleText(element), 80);
    } catch {
      // axe's tree doesn't include elements that were added while axe was running.
      return "";
    }
  };
  const isInContent = (element: Element): boolean => {
    const outer = pageTree.parentOf(element);
    return outer !== null && pageTree.closest(outer, content) !== null;
  };
  return {
    clean,
    nameOf,
    is: (element, kind) => matches(element, selectors[kind]),
    isInContent,
    list: () =>
      pageTree
        .findAll(`${selectors.part}, ${selectors.main}, ${selectors.action}`)
        .slice(0, most)
        .filter((element) => element.checkVisibility({ checkVisibilityCSS: true })),
    nameOfBlock: (block) => (matches(block, "nav, [role=navigation], search, [role=search]") ? nameOf(block) : ""),
    kindOf: (element) => (isInContent(element) ? null : kindOfBlock(element, menus)),
    targetOf: (link) => {
      const href = (Element.prototype.getAttribute.call(link, "href") ?? "").trim();
      if (href === "" || href === "#" || !URL.canParse(href, document.baseURI)) return null;
      const url = new URL(href, document.baseURI);
      if (!/^https?:$/.test(url.protocol)) return null;
      for (const key of [...url.searchParams.keys()]) if (/^(?:utm_|ref$)/.test(key)) url.searchParams.delete(key);
      const path = url.pathname.replace(/(?:\/|\/index\.\w{1,5})$/, "");
      return `${url.host.replace(/^www\./, "")}${path}${url.search}${url.hash}`.slice(0, 1_000);
    },
  };
};

/**
 * Runs in the page: returns the kind of a block outside the main content. `menus` is a selector for menus without a
 * landmark.
 */
export const readBlockKind = (element: Element, menus: string): BlockKind | null => {
  const is = (selector: string): boolean => Element.prototype.matches.call(element, selector);
  const outer = pageTree.parentOf(element);
  const isIn = (selector: string): boolean => outer !== null && pageTree.closest(outer, selector) !== null;
  if (is("search, [role=search]")) return "search";
  if (is("nav, [role=navigation]")) return isIn("aside, [role=complementary]") ? "aside" : "navigation";
  if (isIn("aside, section, [role=complementary]")) return null;
  if (is("header, [role=banner]")) return "header";
  if (is("footer, [role=contentinfo]")) return "footer";
  const isPartOfBlock = isIn(`nav, [role=navigation], footer, [role=contentinfo], ${menus}`);
  return isPartOfBlock || element.querySelector("nav, [role=navigation]") ? null : "navigation";
};
