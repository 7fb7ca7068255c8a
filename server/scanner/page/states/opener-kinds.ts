import type { StateAction } from "../../states";

/** Elements that may lead to a state of the page. */
export interface OpenerKind {
  action: StateAction;
  selector: string;
  /** What the name of the element must contain. */
  named?: RegExp;
  /** Whether the page says that the element only shows something. */
  isDeclared: boolean;
  /** Maximum number of elements that look alike. */
  mostAlike: number;
}

/** Runs in the page: returns the kinds of openers, the surest first. An element is of the first kind that it matches. */
export const listOpenerKinds = (): OpenerKind[] => {
  const toggles = ["modal", "offcanvas", "collapse", "dropdown", "tab", "pill", "popover"].flatMap((name) => [
    `[data-bs-toggle='${name}']`,
    `[data-toggle='${name}']`,
  ]);
  const tips = [
    "[aria-describedby]",
    "[data-tooltip]",
    "[data-tip]",
    "[data-tippy-content]",
    "[data-bs-toggle='tooltip']",
    "[data-toggle='tooltip']",
    "[class*='tooltip' i]",
    "[data-state='closed']",
  ];
  const focusable = "a[href], button, input:not([type='hidden' i]), [tabindex]";
  const opens = [
    "summary",
    "[aria-expanded='false']",
    "[aria-haspopup]:not([aria-haspopup='false'])",
    "button[aria-controls], [role='button'][aria-controls], a[aria-controls]",
    "[popovertarget]",
    "[commandfor]",
    "[role='combobox']",
    ...toggles,
    "[data-micromodal-trigger], [data-dialog], [data-modal], [data-open]",
  ];
  const carousels = [
    "[aria-roledescription='carousel' i]",
    "[class*='carousel' i]",
    "[class*='slider' i]",
    "[class*='swiper' i]",
  ];
  const next = "button, [role='button'], a[href^='#'], [data-bs-slide='next'], [data-slide='next']";
  const plain = "button, [role='button'], input[type='button' i], a[href^='#'], a[href^='javascript:'], [onclick]";
  return [
    { action: "select", selector: "[role='tab']", isDeclared: true, mostAlike: 8 },
    {
      action: "show_next",
      selector: `:is(${carousels.join(", ")}) :is(${next})`,
      named: /next|forward|weiter|nächst|vor$|suivant|siguiente|successiv|avanti|volgende|próxim|[›»→]|^>$/i,
      isDeclared: true,
      mostAlike: 2,
    },
    { action: "open", selector: opens.join(", "), isDeclared: true, mostAlike: 8 },
    { action: "focus", selector: `:is(${focusable}):is(${tips.join(", ")})`, isDeclared: true, mostAlike: 2 },
    { action: "open", selector: plain, isDeclared: false, mostAlike: 2 },
    { action: "focus", selector: "button, [role='button'], a[href^='#']", isDeclared: false, mostAlike: 2 },
  ];
};
