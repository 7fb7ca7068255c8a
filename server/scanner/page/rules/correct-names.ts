import type { RawNode, RawRule } from "../probe/run-axe";

/**
 * Runs in the page: removes axe's false reports of missing names, landmarks and headings. axe doesn't read text that
 * styles generate, although it is part of an element's name, and it expects a main landmark and a level 1 heading in
 * the documents of frames, which don't need them.
 */
export const correctNames = (results: RawRule[]): RawRule[] => {
  const named = ["aria-command-name", "aria-toggle-field-name", "button-name", "link-name"];
  const ofPage = ["landmark-one-main", "page-has-heading-one"];
  const generatesText = (element: Element): boolean =>
    ["::before", "::after"].some((part) => /^"[^"]*\p{L}/u.test(getComputedStyle(element, part).content));
  const hasGeneratedName = (node: RawNode): boolean => {
    const element = pageTree.findByPath(node.node.ancestry);
    if (element === null) return false;
    const parts = [element, ...[...element.querySelectorAll("*")].slice(0, 50)];
    return parts.some((part) => part.closest("[aria-hidden='true']") === null && generatesText(part));
  };
  const isInFrame = ({ node: { ancestry } }: RawNode): boolean => ancestry.length > 1;
  return results.map((rule) => {
    const { id, violations = [] } = rule;
    if (named.includes(id)) return { ...rule, violations: violations.filter((node) => !hasGeneratedName(node)) };
    if (ofPage.includes(id)) return { ...rule, violations: violations.filter((node) => !isInFrame(node)) };
    return rule;
  });
};
