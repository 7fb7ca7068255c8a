import type { OwnRule } from "./own-rule";

/** Names and role descriptions on elements whose role prohibits them. Browsers treat these inconsistently. */
export const prohibitedName: OwnRule = {
  id: "prohibited-name",
  impact: "minor",
  tags: ["best-practice"],
  act: ["kb1m8s"],
  help: "Elements whose role prohibits a name must not have one",
  description: "Ensure that aria-label and similar attributes are only used where assistive technology reads them",
  help_url: "https://www.w3.org/TR/wai-aria-1.2/#namefromprohibited",
  failure: "Put the text on the page instead of in the attribute, or give the element a role that can have a name",
  needsReview: false,
  inPage: ({ roleOf, textOf }) => {
    const attributes = [
      "aria-label",
      "aria-labelledby",
      "aria-roledescription",
      "aria-braillelabel",
      "aria-brailleroledescription",
    ];
    const prohibited = new Set([
      ...["generic", "paragraph", "none", "presentation", "caption", "code", "deletion", "emphasis", "insertion"],
      ...["strong", "subscript", "superscript", "mark", "suggestion", "definition"],
    ]);
    const stated = (element: Element) => attributes.filter((name) => (element.getAttribute(name) ?? "").trim() !== "");
    const generic = /^(?:div|span|p|b|i|u|small|s|q|font|center|pre)$/;
    // axe itself reports elements without text.
    const isLeftToAxe = (element: Element) =>
      textOf(element) === "" && stated(element).every((name) => name === "aria-label" || name === "aria-labelledby");
    return {
      selector: attributes.map((name) => `[${name}]`).join(),
      applies: (element) => stated(element).length > 0 && !isLeftToAxe(element),
      passes: (element) => {
        const role = roleOf(element);
        return role === null ? !generic.test(element.localName) : !prohibited.has(role);
      },
    };
  },
};
