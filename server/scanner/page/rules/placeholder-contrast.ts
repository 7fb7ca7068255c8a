import type { OwnRule } from "./own-rule";

/** The contrast of placeholders, which axe doesn't check. */
export const placeholderContrast: OwnRule = {
  id: "placeholder-contrast",
  impact: "serious",
  tags: ["wcag2aa", "wcag143"],
  act: [],
  help: "Placeholders must have enough contrast",
  description: "Ensure that the contrast between a placeholder and the background of its field is high enough",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html",
  failure: "Give the placeholder a colour that contrasts more with the background of the field",
  needsReview: false,
  inPage: ({ contrastOn }) => {
    const types = ["", "text", "search", "email", "url", "tel", "password", "number"];
    const isShown = (element: Element): boolean => {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return false;
      const isText = element instanceof HTMLTextAreaElement || types.includes(element.getAttribute("type") ?? "");
      return isText && !element.disabled && element.value === "" && element.placeholder.trim() !== "";
    };
    const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element, "::placeholder");
    /** Reports whether the placeholder is transparent, as in many forms that show the label inside the field. */
    const isTransparent = (color: string, opacity: string): boolean =>
      Number.parseFloat(opacity) < 0.05 || /^rgba\([^)]*, 0\)$|\/ 0\)$/.test(color);
    /**
     * Returns the contrast of a placeholder; null if the placeholder is transparent or its background isn't a single
     * colour.
     */
    const measure = (element: Element): number | null => {
      const { color, opacity } = styleOf(element);
      if (isTransparent(color, opacity)) return null;
      return contrastOn(element, color, Number.parseFloat(opacity));
    };
    const leastFor = (element: Element): number => {
      const { fontSize, fontWeight } = styleOf(element);
      const [size, weight] = [Number.parseFloat(fontSize), Number.parseFloat(fontWeight)];
      return size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5;
    };
    return {
      selector: "input[placeholder], textarea[placeholder]",
      applies: (element) => isShown(element) && measure(element) !== null,
      passes: (element) => (measure(element) ?? 21) >= leastFor(element),
      detail: (element) => `${(measure(element) ?? 21).toFixed(2)} instead of ${leastFor(element)}`,
    };
  },
};
