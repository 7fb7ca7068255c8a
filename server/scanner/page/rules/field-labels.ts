import type { OwnRule } from "./own-rule";

/**
 * A label that axe treats as the field's label, but which belongs to another element or to none: its `for` attribute
 * contains the id of several elements, or the field is inside the label, but isn't its first field, isn't the one that
 * the `for` attribute refers to, or is in a shadow root.
 */
export const labelElsewhere: OwnRule = {
  id: "label-elsewhere",
  impact: "critical",
  tags: ["wcag2a", "wcag131", "wcag412"],
  act: [],
  help: "Labels must be associated with the right fields",
  description:
    "Ensure that a label that refers to the field's id, or wraps the field, isn't associated with another element",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/html/H44",
  failure: "Associate the label with this field: it belongs to another element or to none",
  needsReview: false,
  inPage: () => {
    type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
    const labelFor = (field: Field): Element | null => {
      const root = field.getRootNode();
      if (!(root instanceof Document || root instanceof ShadowRoot)) return null;
      return field.id === "" ? null : root.querySelector(`label[for="${CSS.escape(field.id)}"]`);
    };
    const isNamed = (field: Element): boolean =>
      (field.ariaLabelledByElements ?? []).length > 0 ||
      ["aria-label", "aria-labelledby", "title"].some((name) => (field.getAttribute(name) ?? "").trim() !== "");
    /** Reports whether a label has text besides that of the fields in it. */
    const hasText = (label: Element): boolean => {
      const inFields = [...label.querySelectorAll("select, textarea")].map((field) => field.textContent ?? "");
      return inFields.reduce((text, part) => text.replace(part, () => ""), label.textContent ?? "").trim() !== "";
    };
    return {
      selector: "input, select, textarea",
      applies: (element) => {
        const field = element as Field;
        const isButton = ["button", "image", "reset", "submit"].includes(field.type);
        if (isButton || field.labels === null || field.labels.length > 0 || isNamed(field)) return false;
        return [labelFor(field), pageTree.closest(field, "label")].some((label) => label !== null && hasText(label));
      },
      // A field with a placeholder needs review: a placeholder gives the field a name, but doesn't replace the label.
      passes: (element) => ((element.getAttribute("placeholder") ?? "").trim() === "" ? false : undefined),
    };
  },
};

/**
 * Fields whose name doesn't contain their visible label. axe checks this only for elements whose label is inside them.
 */
export const labelNotInName: OwnRule = {
  id: "label-not-in-name",
  impact: "serious",
  tags: ["wcag21a", "wcag253"],
  act: [],
  help: "The name of a field must contain its visible label",
  description: "Ensure that people who use voice control can select a field by its visible label",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/label-in-name.html",
  failure: "Include the visible label in the field's name, or remove aria-label and aria-labelledby",
  needsReview: false,
  inPage: ({ nameOf, textOf }) => {
    type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
    const wordsOf = (text: string): string[] =>
      text
        .slice(0, 500)
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean);
    const labelOf = (element: Element): string[] =>
      [...((element as Field).labels ?? [])]
        .filter((label) => !label.contains(element))
        .flatMap((label) => wordsOf(textOf(label)));
    const contains = (name: readonly string[], label: readonly string[]): boolean =>
      name.some((_, start) => label.every((word, index) => name[start + index] === word));
    return {
      selector:
        "input[aria-label], input[aria-labelledby], select[aria-label], select[aria-labelledby], " +
        "textarea[aria-label], textarea[aria-labelledby]",
      applies: (element) => labelOf(element).length > 0 && wordsOf(nameOf(element)).length > 0,
      passes: (element) => {
        const [label, name] = [labelOf(element), wordsOf(nameOf(element))];
        if (contains(name, label)) return true;
        return label.some((word) => name.includes(word)) ? undefined : false;
      },
    };
  },
};

/** Editable areas with neither a role nor a name. axe checks only those with the role of a text field. */
export const unnamedEditor: OwnRule = {
  id: "unnamed-editor",
  impact: "serious",
  tags: ["wcag2a", "wcag412"],
  act: [],
  help: "Editable areas must have a role and a name",
  description: "Ensure that screen readers announce that people can enter text in an editable area, and what to enter",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html",
  failure: "Give the editable area the role textbox, and a name with aria-label or aria-labelledby",
  needsReview: false,
  inPage: () => ({
    selector: "[contenteditable]:not([role], [aria-label], [aria-labelledby], [title])",
    applies: (element) => {
      const { width, height } = element.getBoundingClientRect();
      const isEditor = element instanceof HTMLElement && element.isContentEditable;
      const isGeneric = element.matches("div, span, p, pre") && element.parentElement?.isContentEditable !== true;
      return isEditor && isGeneric && width > 20 && height > 10;
    },
    passes: () => false,
  }),
};
