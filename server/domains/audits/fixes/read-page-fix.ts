import type { FixRejection, MarkupPurpose, PageChange, PageFixResult, StyleChange } from "@/server/scanner/contract";
import type { Fix } from "./contract";
import type { Draft } from "./fixers";
import { placeOfRule, writeStyleChange } from "./style-code";

/**
 * A fix that was accepted on the page, or the reason why none was accepted; `isTried` is false if nothing could be
 * tried.
 */
export type PageFix =
  | { fix: Fix; placeholders: string[]; cleared: number; moved_px: number; change: PageChange }
  | { fix: null; isTried: boolean; finding: string };

type Explain = (rule_id: string, detail: string, where: string) => string;

/** Explanations of why a change was rejected. `where` is the page, or the page in one of its colour schemes. */
const rejectionReasons: Readonly<Record<FixRejection, Explain>> = {
  no_page: (_, detail) => `The page couldn't be opened. ${detail}`,
  no_finding: (rule_id) =>
    `“${rule_id}” no longer fails on this element of the page, or fails only in another state of the page.`,
  no_change: () => "Curbcut couldn't find a change to try on the page.",
  not_applied: () => "The change couldn't be applied to the page.",
  still_fails: (rule_id, _, where) => `${where}, “${rule_id}” would still fail.`,
  breaks_rule: (_, detail, where) =>
    `${where}, the change would cause another rule to fail: ${detail.split(":", 1)[0]}.`,
  tree: (_, detail, where) => `${where}, the change would affect screen readers beyond this element. ${detail}`,
  layout: (_, detail, where) => `${where}, the change would affect the layout. ${detail}`,
  pixels: (_, __, where) => `${where}, the change would affect how other elements look.`,
};

const schemes = { light: "In light mode", dark: "In dark mode" } as const;

export const explainRejection = (
  rule_id: string,
  rejection: FixRejection,
  { detail, colour_scheme }: Pick<PageFixResult, "detail" | "colour_scheme">,
): string =>
  rejectionReasons[rejection](rule_id, detail ?? "", colour_scheme ? schemes[colour_scheme] : "On the page").trim();

/** Rejections after which the fix can still be checked against the code only, because it wasn't tried on the page. */
const untried: readonly FixRejection[] = ["no_page", "no_finding"];

export const sumCounts = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, each) => total + each, 0);

const explainStyle = (style: StyleChange, moved: number): string => {
  const changes = style.declarations.map(({ property, before, after }) =>
    before === null ? `adds ${property}: ${after}` : `changes ${property} from ${before} to ${after}`,
  );
  const [first = "", ...others] = changes;
  const what = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(", ");
  const moves = moved > 0 ? ` Other elements move by up to ${moved} pixels.` : "";
  return `${what} in ${placeOfRule(style)}.${moves} If the value comes from a variable or a palette, change it there.`;
};

/** Explanations of the scanner's own changes to the markup. */
const purposes: Readonly<Record<MarkupPurpose, string>> = {
  main: "Marks the main content of the page, so that people can jump to it.",
  navigation:
    "Marks this part of the page as navigation, so that people can jump to it or skip it. If it has a name, the name comes from its own heading or home link.",
  list: "Wraps the contents of the list in list items, because a list can't contain anything else. Screen readers can then announce how many items there are. Dividers are hidden from screen readers.",
  heading:
    "Puts the heading one level below the previous heading, so that no level is skipped. Its appearance stays the same.",
  title: "Makes the main content's heading the page's level 1 heading. Its appearance stays the same.",
  hidden:
    "Makes the element inert while it is hidden, so that keyboard users can't reach its contents. Remove inert in your script when the element opens, and add it again when it closes.",
};

/** Converts the scanner's result to a fix with its code and an explanation. */
export const readPageFix = (
  rule_id: string,
  html: string,
  drafts: readonly Draft[],
  result: PageFixResult,
): PageFix => {
  const { change, draft: index, cleared, moved_px, rejection } = result;
  if (!change) {
    const reason = rejection ?? "no_change";
    return {
      fix: null,
      isTried: !untried.includes(reason),
      finding: explainRejection(rule_id, reason, result),
    };
  }
  const accepted = { cleared: sumCounts(cleared), moved_px, change };
  if (change.kind === "style") {
    const fix = { ...writeStyleChange(change.style), explanation: explainStyle(change.style, moved_px) };
    return { fix, placeholders: [], ...accepted };
  }
  const draft = index === null ? undefined : drafts[index];
  const explanation = draft?.explanation ?? purposes[change.purpose ?? "main"];
  const [current_code, correct_code] = draft ? [html, draft.correct_code] : [change.before, change.after];
  const fix = { current_code, correct_code, explanation };
  return { fix, placeholders: draft?.placeholders ?? [], ...accepted };
};
