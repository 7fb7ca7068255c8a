import type { Rewrite, RewriteTools } from "./rewrite";

/**
 * Runs in the page. Returns the text of the heading or home link at the start of a part of the page; null if there is
 * neither. A home link leads to a folder that contains the targets of all links in that part.
 */
export const nameNavigation = (part: Element): string | null => {
  const MAX_NAME = 60;
  const links = [...part.querySelectorAll("a")].filter(({ href, origin }) => href !== "" && origin === location.origin);
  const isHome = (link: Element): boolean => {
    const [, folder] = (link instanceof HTMLAnchorElement && /^(.*\/)(?:index\.\w{1,5})?$/.exec(link.pathname)) || [];
    return folder !== undefined && links.every(({ pathname }) => pathname.startsWith(folder));
  };
  const first = part.querySelector("a[href], h3, h4, h5, h6");
  const name = first?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  const isName = first && (first.localName !== "a" || isHome(first));
  return isName && name !== "" && name.length <= MAX_NAME ? name : null;
};

/**
 * Runs in the page. Turns the part of the page around an element into a navigation landmark, if that part consists
 * mostly of links. If the page has other navigation, the landmark gets a name: the heading or the home link at the
 * start of that part.
 */
export const rewriteNavigation = (
  element: Element,
  { paper, findMainContent, measureText, nameNavigation }: RewriteTools,
): Rewrite | null => {
  const MIN_LINKS = 5;
  const MIN_SHARE = 0.4;
  const landmarks =
    "header, footer, nav, aside, main, form, [role=banner], [role=contentinfo], [role=navigation], [role=complementary], [role=main], [role=search]";

  const main = findMainContent();
  const isClear = (part: Element): boolean =>
    part !== document.body &&
    part.querySelector(`${landmarks}, h1, h2, iframe`) === null &&
    !(main && (part.contains(main) || main.contains(part)));
  let part: Element | null = null;
  for (let at: Element | null = element; at && isClear(at); at = at.parentElement) part = at;
  if (!part || part.matches("a, button, li, p") || part.closest(landmarks)) return null;

  const links = [...part.querySelectorAll("a[href], button")];
  const places = new Set(links.map((link) => link.getAttribute("href")));
  const linked = links.reduce((sum, link) => sum + measureText(link), 0);
  const isNotice = /©|copyright/i.test(part.textContent ?? "");
  const isMenu = places.size >= MIN_LINKS && linked >= MIN_SHARE * measureText(part) && !isNotice;
  const needsName = document.querySelector("nav, [role=navigation]") !== null;
  const name = needsName ? nameNavigation(part) : "";
  if (!isMenu || name === null) return null;

  const before = paper.copy(part).outerHTML;
  const label = (landmark: HTMLElement): HTMLElement => {
    if (needsName) landmark.setAttribute("aria-label", name);
    return landmark;
  };
  if (part.localName === "div" && !part.hasAttribute("role") && !part.hasAttribute("aria-label")) {
    const after = label(paper.copy(part));
    after.setAttribute("role", "navigation");
    return { element: part, before, after: [after.outerHTML] };
  }
  const wrap = (hasBox: boolean): string => {
    const after = label(paper.create("nav"));
    if (!hasBox) after.style.display = "contents";
    after.append(paper.copy(part));
    return after.outerHTML;
  };
  return { element: part, before, after: [wrap(true), wrap(false)] };
};
