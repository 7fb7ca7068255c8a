import type { OwnRule } from "./own-rule";

/**
 * Links and buttons that seem to expand a hidden part of the page but don't say whether it is expanded. They fail if
 * they have Bootstrap's attributes for this purpose; otherwise, they need review.
 */
export const missingState: OwnRule = {
  id: "missing-state",
  impact: "serious",
  tags: ["wcag2a", "wcag412"],
  act: [],
  help: "Controls that expand something must say whether it is expanded",
  description: "Ensure that screen readers announce whether links and buttons that show and hide content are expanded",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html",
  failure: "If this control shows and hides a part of the page, set aria-expanded to true or false",
  needsReview: false,
  inPage: () => {
    const stated = "[aria-expanded], [aria-haspopup], [aria-pressed], [role='tab'], [role='menuitem'], summary";
    const otherwise = "dialog, [role='dialog'], [role='alertdialog'], [role='tabpanel'], [popover], [class*='modal' i]";
    const isToggle = (element: Element): boolean =>
      ["data-toggle", "data-bs-toggle"].some((name) => element.getAttribute(name) === "collapse");
    const targetOf = (element: Element): Element | null => {
      const names = ["data-target", "data-bs-target", "href"];
      const [id] = names.map((name) => element.getAttribute(name) ?? "").filter((value) => /^#[^\s#]+$/.test(value));
      return id === undefined ? null : pageTree.findById(element, id.slice(1));
    };
    // Ordinary links don't count, because many of them lead to parts of the page that scripts hide for other reasons.
    const mayToggle = (element: Element): boolean => isToggle(element) || element.matches("button, [role='button']");
    return {
      selector: "a[href], button, [role='button']",
      applies: (element) => {
        if (element.matches(stated) || !mayToggle(element)) return false;
        const target = targetOf(element);
        return target !== null && !target.matches(otherwise) && !target.checkVisibility();
      },
      passes: (element) => (isToggle(element) ? false : undefined),
    };
  },
};
