import type { OwnRule } from "./own-rule";

/** A rule that compares the pages of a website after they have been scanned (see server/scanner/cross-page). */
type CrossPageRule = Omit<OwnRule, "includesHidden" | "words" | "inPage">;

/** Several pages have the same title. */
const repeatedTitle = {
  id: "repeated-title",
  impact: "moderate",
  tags: ["wcag2a", "wcag242"],
  act: [],
  help: "Pages with different content should have different titles",
  description: "Ensure that the title distinguishes the page from other pages of the website",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/page-titled.html",
  failure: "Check whether the title describes this page; if not, give the page its own title",
  needsReview: true,
} as const satisfies CrossPageRule;

/** The order of links in a menu differs from that on other pages (WCAG failure F66). */
const navigationOrder = {
  id: "navigation-order",
  impact: "moderate",
  tags: ["wcag2aa", "wcag323"],
  act: [],
  help: "Links in repeated navigation must keep their order",
  description: "Ensure that navigation repeated on several pages lists its links in the same order on each page",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/consistent-navigation.html",
  failure: "Put the links in the same order as on other pages",
  needsReview: false,
} as const satisfies CrossPageRule;

/** A link or control that is repeated on several pages has a different name on some of them (WCAG failure F31). */
const inconsistentName = {
  id: "inconsistent-name",
  impact: "moderate",
  tags: ["wcag2aa", "wcag324"],
  act: [],
  help: "Controls and links with the same function should have the same name on all pages",
  description: "Ensure that search buttons, icon buttons and links in repeated blocks are named consistently",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/consistent-identification.html",
  failure: "Check whether this control or link has the same function as on other pages; if so, give it the same name",
  needsReview: true,
} as const satisfies CrossPageRule;

/** A way to get help isn't in the same position as on other pages. */
const helpOrder = {
  id: "help-order",
  impact: "moderate",
  tags: ["wcag22a", "wcag326"],
  act: [],
  help: "Help should be in the same place on all pages",
  description:
    "Ensure that contact details, chats and links to help come in the same order relative to repeated content",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/consistent-help.html",
  failure: "Check whether people would look for this help where it is on other pages; if so, move it there",
  needsReview: true,
} as const satisfies CrossPageRule;

export const crossPageRules = [repeatedTitle, navigationOrder, inconsistentName, helpOrder] as const;
export type CrossPageRuleId = (typeof crossPageRules)[number]["id"];
