import type { OwnRule } from "./own-rule";

/** The contrast of text that style sheets add before or after elements, which axe doesn't check. */
export const generatedTextContrast: OwnRule = {
  id: "generated-text-contrast",
  impact: "serious",
  tags: ["wcag2aa", "wcag143"],
  act: [],
  help: "Text that style sheets add must have enough contrast",
  description: "Ensure that the contrast between text in ::before or ::after and its background is high enough",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html",
  failure: "Give the text that the style sheet adds a colour that contrasts more with its background",
  needsReview: false,
  inPage: ({ contrastOn }) => {
    const pseudos = ["::before", "::after"];
    const transparent = "rgba(0, 0, 0, 0)";
    /** Reports whether the text may be in an icon font, which displays words as pictures. */
    /** Only the first font counts: many websites list fonts such as "Segoe UI Symbol" last. */
    const isIcon = ({ fontFamily }: CSSStyleDeclaration): boolean =>
      /icon|symbol|awesome|glyph|dashicon/i.test(fontFamily.split(",", 1)[0] ?? "");
    const hasWords = ({ content }: CSSStyleDeclaration): boolean =>
      content.startsWith('"') && /\p{L}{2}/u.test(content.slice(0, 500));
    /**
     * Reports whether the text is in its usual position and has no effects. Otherwise, its background may differ from
     * the element's.
     */
    const isInPlace = (style: CSSStyleDeclaration): boolean =>
      /^(?:static|relative)$/.test(style.position) &&
      style.display !== "none" &&
      style.visibility === "visible" &&
      Number.parseFloat(style.opacity) > 0.1 &&
      Number.parseFloat(style.fontSize) > 5 &&
      style.backgroundColor === transparent &&
      [style.backgroundImage, style.transform, style.filter, style.textShadow, style.clipPath].every(
        (value) => value === "none",
      );
    const leastFor = ({ fontSize, fontWeight }: CSSStyleDeclaration): number => {
      const [size, weight] = [Number.parseFloat(fontSize), Number.parseFloat(fontWeight)];
      return size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5;
    };
    /** Returns the contrast of each piece of text and the minimum that it needs. */
    const measure = (element: Element): { contrast: number; least: number }[] =>
      pseudos.flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        if (!hasWords(style) || isIcon(style) || !isInPlace(style)) return [];
        const contrast = contrastOn(element, style.color, Number.parseFloat(style.opacity));
        return contrast === null ? [] : [{ contrast, least: leastFor(style) }];
      });
    const isUsable = (element: Element): boolean => !element.matches(":disabled, [aria-disabled='true'], [inert] *");
    const worst = (element: Element) =>
      measure(element).sort((one, other) => one.contrast / one.least - other.contrast / other.least)[0];
    return {
      selector: "body *:not(script, style, input, select, textarea, img, video, svg, svg *, iframe, br, option)",
      applies: (element) => isUsable(element) && measure(element).length > 0,
      passes: (element) => measure(element).every(({ contrast, least }) => contrast >= least),
      detail: (element) => {
        const { contrast = 21, least = 4.5 } = worst(element) ?? {};
        return `${contrast.toFixed(2)} instead of ${least}`;
      },
    };
  },
};
