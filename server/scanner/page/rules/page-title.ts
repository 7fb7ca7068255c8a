import type { OwnRule } from "./own-rule";
import { placeholderTitles, wordsIn } from "./words";

/** Page titles left over from an editor or template (WCAG failure F25). */
export const placeholderTitle: OwnRule = {
  id: "placeholder-title",
  impact: "serious",
  tags: ["wcag2a", "wcag242"],
  act: [],
  help: "The page title must not be a placeholder",
  description: "Ensure that the title describes the page and isn't a placeholder from an editor or a template",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/page-titled.html",
  failure: "Replace the placeholder with a title that describes the page",
  needsReview: false,
  words: wordsIn(placeholderTitles),
  inPage: ({ words }) => {
    const fileName = /^[^\s/]{1,100}\.(?:html?|xhtml|php|aspx?|jsp)$/;
    const title = (): string =>
      String(Reflect.get(Document.prototype, "title", document))
        .slice(0, 1_000)
        .replace(/\s+/g, " ")
        .trim();
    return {
      selector: "html",
      applies: () => window === window.top && title() !== "",
      passes: () => {
        const known = title().toLowerCase();
        return !words.has(known) && !fileName.test(known);
      },
    };
  },
};
