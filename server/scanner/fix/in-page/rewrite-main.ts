import type { Rewrite, RewriteTools } from "./rewrite";

/**
 * Runs in the page. Marks up the main content. If a single element without a role contains it, gives that element a
 * role; otherwise, adds an element around everything between the page's header or navigation and its footer.
 */
export const rewriteMain = ({ paper, findMainContent, hasLooseText, measureText }: RewriteTools): Rewrite | null => {
  const MAX_CHILDREN = 60;
  const landmarks =
    "header, footer, nav, aside, main, [role=banner], [role=contentinfo], [role=navigation], [role=complementary], [role=main]";
  const heads = "header, nav, [role=banner], [role=navigation]";
  const feet = "footer, [role=contentinfo]";
  const isSeen = (element: Element): boolean => element.getClientRects().length > 0;

  const content = findMainContent();
  if (content) {
    const after = paper.copy(content);
    if (after.hasAttribute("role")) return null;
    after.setAttribute("role", "main");
    return { element: content, before: paper.copy(content).outerHTML, after: [after.outerHTML] };
  }

  /** Returns the children between the last header and the first footer; hidden children at either end are left out. */
  const findRun = (parent: Element): Element[] => {
    const children = [...parent.children];
    const foot = children.findIndex((child) => child.matches(feet));
    const end = foot < 0 ? children.length : foot;
    const start = children.slice(0, end).findLastIndex((child) => child.matches(heads)) + 1;
    const run = children.slice(start, end);
    const seen = run.map(isSeen);
    return start === 0 && foot < 0 ? [] : run.slice(seen.indexOf(true), seen.lastIndexOf(true) + 1);
  };
  const isOfPage = (landmark: Element): boolean =>
    !/^(?:header|footer)$/.test(landmark.localName) || landmark.closest("article, section, main") === null;
  const isMain = (run: readonly Element[], parent: Element): boolean => {
    const inside = run.flatMap((each) => [each, ...each.querySelectorAll(landmarks)]);
    const length = run.reduce((sum, each) => sum + measureText(each), 0);
    return (
      run.length > 1 &&
      !inside.some((each) => each.matches(landmarks) && isOfPage(each)) &&
      length > measureText(parent) / 2
    );
  };
  const parent = document.body;
  const run = findRun(parent);
  const isUnfit =
    parent.children.length > MAX_CHILDREN ||
    hasLooseText(parent) ||
    document.querySelector("main, [role=main]") !== null ||
    run.some((each) => each.matches("iframe") || each.querySelector("iframe") !== null);
  if (isUnfit || !isMain(run, parent)) return null;
  const write = (hasBox: boolean): string => {
    const after = paper.copyWithChildren(parent);
    const first = [...parent.children].indexOf(run[0] ?? parent);
    const copies = [...after.children].slice(first, first + run.length);
    const main = paper.create("main");
    if (!hasBox) main.style.display = "contents";
    copies[0]?.before(main);
    main.append(...copies.flatMap((copy) => ["\n", copy]), "\n");
    return after.outerHTML;
  };
  return { element: parent, before: paper.copyWithChildren(parent).outerHTML, after: [write(true), write(false)] };
};
