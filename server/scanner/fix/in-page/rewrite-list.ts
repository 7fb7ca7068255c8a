import type { Rewrite, RewriteTools } from "./rewrite";

/**
 * Runs in the page. Wraps each child of a list in a list item, unless it already is one. Hides dividers from screen
 * readers, so that they don't count as items. In the second version, the wrappers have no box, so that they don't
 * affect the layout.
 */
export const rewriteList = (list: Element, { paper, hasLooseText }: RewriteTools): Rewrite | null => {
  const MAX_CHILDREN = 60;
  const isAllowed = (child: Element): boolean =>
    child.matches("script, template, [role=listitem], li:not([role]), [aria-hidden=true]");
  const isDivider = (child: Element): boolean =>
    child.localName === "hr" ||
    (/^(?:div|span)$/.test(child.localName) && child.childNodes.length === 0 && !child.matches("[tabindex], [role]"));
  const isUnfit =
    !list.matches("ul, ol") ||
    list.children.length > MAX_CHILDREN ||
    hasLooseText(list) ||
    list.querySelector("iframe") !== null ||
    [...list.children].some((child) => child.matches("li[role]:not([role=listitem])"));
  if (isUnfit || [...list.children].every(isAllowed)) return null;
  const write = (hasBoxes: boolean): string => {
    const after = paper.copyWithChildren(list);
    [...after.children].forEach((child, index) => {
      const live = list.children[index];
      if (!live || isAllowed(live)) return;
      const item = paper.create("li");
      if (isDivider(live)) item.setAttribute("aria-hidden", "true");
      if (!hasBoxes) item.style.display = "contents";
      child.replaceWith(item);
      item.append(child);
    });
    return after.outerHTML;
  };
  return { element: list, before: paper.copyWithChildren(list).outerHTML, after: [write(true), write(false)] };
};
