import type { StateAction } from "../../states";

/** A kind of element that may lead to a state of the page. */
export interface OpenerKind {
  action: StateAction;
  selector: string;
  /** A pattern that the element's name or class must match. */
  named?: RegExp;
  /** Whether the page declares that the element only shows something. */
  isDeclared: boolean;
  /** Maximum number of elements with the same appearance to list as openers. */
  mostAlike: number;
  /**
   * Another condition: `point` if the cursor must be a pointing hand, `listen` if the element itself must listen for
   * clicks, `choose` if the element must offer a choice in a form.
   */
  must?: "point" | "listen" | "choose";
}

/**
 * Runs in the page: reports whether an element that matches a kind's selector also meets the condition in `must`.
 * `clickable` contains the nodes that listen for clicks.
 */
export const meetsKind = ({ must }: OpenerKind, element: Element, clickable: ReadonlySet<Node>): boolean => {
  const MOST_INSIDE = 20;
  const isHand = (each: Element | null): boolean => each !== null && getComputedStyle(each).cursor === "pointer";
  const isHidden = (control: HTMLElement | null): boolean =>
    control?.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) === false &&
    control.matches("[type='radio' i]:not(:checked), [type='checkbox' i]:not(:checked)");
  // Elements with much content usually listen for clicks on that content.
  if (must === "listen") return clickable.has(element) && element.querySelectorAll("*").length <= MOST_INSIDE;
  if (must === "point") return isHand(element) && !isHand(pageTree.parentOf(element));
  if (must === undefined) return true;
  if (element instanceof HTMLSelectElement) return element.options.length > 1 && !element.multiple;
  return !(element instanceof HTMLLabelElement) || isHidden(element.control);
};

/**
 * Runs in the page: returns selectors for elements with tooltips, carousels, text fields, and text fields that may open
 * suggestions or a picker.
 */
export const listOpenerParts = (): Record<"tips" | "carousels" | "field" | "helps", string> => {
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
  const carousels = [
    "[aria-roledescription='carousel' i]",
    "[class*='carousel' i]",
    "[class*='slider' i]",
    "[class*='swiper' i]",
  ];
  const types = ["text", "search", "email", "tel", "url", "number", "password"].map((type) => `[type='${type}' i]`);
  const field = `input:is(:not([type]), ${types.join(", ")}):not([role='combobox'])`;
  const helps = [
    "[readonly]",
    "[list]",
    "[aria-autocomplete]",
    "[autocomplete='off' i]",
    "[type='password' i]",
    "[class*='date' i]",
    "[class*='picker' i]",
  ];
  return {
    tips: `:is(${tips.join(", ")})`,
    carousels: `:is(${carousels.join(", ")})`,
    field,
    helps: `:is(${helps.join(", ")})`,
  };
};

/**
 * Runs in the page: returns the kinds of openers, most promising first. An element belongs to the first kind that it
 * matches.
 */
export const listOpenerKinds = ({
  tips,
  carousels,
  field,
  helps,
}: ReturnType<typeof listOpenerParts>): OpenerKind[] => {
  const toggles = ["modal", "offcanvas", "collapse", "dropdown", "tab", "pill", "popover"].flatMap((name) => [
    `[data-bs-toggle='${name}']`,
    `[data-toggle='${name}']`,
  ]);
  const focusable = "a[href], button, input:not([type='hidden' i]), [tabindex]";
  const tipped = "button, [role='button'], a[href^='#'], [tabindex='0']";
  const choices = "input[type='radio' i]:not(:checked), input[type='checkbox' i]:not(:checked), label, select";
  const native = "a[href], button, input, select, textarea, label, summary";
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
  const next = "button, [role='button'], a[href^='#'], [data-bs-slide='next'], [data-slide='next']";
  const plain = "button, [role='button'], input[type='button' i], a[href^='#'], a[href^='javascript:'], [onclick]";
  return [
    { action: "select", selector: "[role='tab']", isDeclared: true, mostAlike: 8 },
    {
      action: "show_next",
      selector: `${carousels} :is(${next})`,
      named: /next|forward|weiter|nächst|vor$|suivant|siguiente|successiv|avanti|volgende|próxim|[›»→]|^>$/i,
      isDeclared: true,
      mostAlike: 2,
    },
    { action: "open", selector: opens.join(", "), isDeclared: true, mostAlike: 8 },
    { action: "focus", selector: `:is(${focusable})${tips}`, isDeclared: true, mostAlike: 6 },
    { action: "focus", selector: `${field}${helps}`, isDeclared: true, mostAlike: 4 },
    {
      action: "show_next",
      selector: plain,
      named: /^(?:next|weiter|nächst|suivant|siguiente|avanti|volgende|próxim|[›»→])/i,
      isDeclared: false,
      mostAlike: 2,
    },
    { action: "open", selector: plain, isDeclared: false, mostAlike: 2 },
    {
      action: "open",
      selector: `:not(:is(${native}), :is(${native}) *, [role^='menuitem'])`,
      isDeclared: false,
      mostAlike: 4,
      must: "point",
    },
    {
      action: "open",
      selector: `:not(:is(${native}), :is(${native}) *, html, body, form, [role^='menuitem'])`,
      isDeclared: false,
      mostAlike: 4,
      must: "listen",
    },
    { action: "select", selector: choices, isDeclared: false, mostAlike: 2, must: "choose" },
    { action: "focus", selector: `${field}, ${tipped}`, isDeclared: false, mostAlike: 4 },
    { action: "point_at", selector: `${tipped}, abbr`, isDeclared: false, mostAlike: 4 },
  ];
};
