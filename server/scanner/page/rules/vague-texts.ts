import type { OwnRule } from "./own-rule";
import { vagueHeadings, vagueLinkNames, wordsIn } from "./words";

/** Link names that don't say where the link leads (WCAG failures F63 and F84). */
export const vagueLinkName: OwnRule = {
  id: "vague-link-name",
  impact: "moderate",
  tags: ["wcag2a", "wcag244"],
  act: ["5effbb", "aizyf1"],
  help: "Link text should say where the link leads",
  description: "Ensure that the text of a link, together with the text around it, says where the link leads",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html",
  failure: "Check whether the text around the link says where the link leads; if not, name the destination in the link",
  needsReview: true,
  words: wordsIn(vagueLinkNames),
  inPage: ({ nameOf, words }) => {
    return {
      selector: "a[href], area[href], [role='link']",
      applies: (element) => nameOf(element) !== "",
      passes: (element) => {
        const name = nameOf(element)
          .toLowerCase()
          .replace(/[^\p{L}\p{N}' ]/gu, "")
          .trim();
        return !words.has(name);
      },
    };
  },
};

/** Headings that don't describe anything, such as the sample text of a template. */
export const vagueHeading: OwnRule = {
  id: "vague-heading",
  impact: "moderate",
  tags: ["wcag2aa", "wcag246"],
  act: ["b49b2e"],
  help: "Headings should describe the content that follows them",
  description: "Ensure that a heading describes its section and isn't sample text from a template",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels.html",
  failure: "Check whether the heading describes the section that follows it",
  needsReview: true,
  words: wordsIn(vagueHeadings),
  inPage: ({ nameOf, words }) => {
    return {
      selector: "h1, h2, h3, h4, h5, h6, [role='heading']",
      applies: (element) => nameOf(element) !== "",
      passes: (element) => {
        const name = nameOf(element).toLowerCase();
        return !words.has(name) && !name.startsWith("lorem ipsum");
      },
    };
  },
};
