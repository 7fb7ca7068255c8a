import type { StyleChange } from "@/server/scanner/contract";
import { attributeOf, readSnippet, setAttribute } from "./markup/edit";

type Declarations = StyleChange["declarations"];
type Side = "before" | "after";

const listDeclarations = (declarations: Declarations, side: Side): string[] =>
  declarations.flatMap((each) => (each[side] === null ? [] : [`${each.property}: ${each[side]};`]));

const writeRule = ({ selector, media, declarations }: StyleChange, side: Side): string => {
  const lines = listDeclarations(declarations, side).map((line) => `  ${line}`);
  const rule = [`${selector} {`, ...lines, "}"].join("\n");
  return media.reduceRight((inner, condition) => `@media ${condition} {\n${inner}\n}`, rule);
};

/** Returns the file name of a style sheet, for display. */
const fileOf = (source: string): string => {
  const path = (source.split(/[?#]/, 1)[0] ?? "").split("/");
  return path.at(-1) || "the page";
};

/** Describes where a style change is made, as a phrase that can end a sentence. */
export const placeOfRule = ({ selector, is_new, source, line }: StyleChange): string => {
  if (selector === null) return "the element's style attribute";
  if (is_new) return `a new rule for “${selector.slice(0, 200)}”`;
  return `the rule “${selector.slice(0, 200)}”${source ? ` in ${fileOf(source)}` : ""}${line ? `, line ${line}` : ""}`;
};

/**
 * Returns the code before and after the change: the code of the rule, or of the element whose style attribute changes.
 */
export const writeStyleChange = (style: StyleChange): { current_code: string; correct_code: string } => {
  if (style.selector !== null)
    return { current_code: writeRule(style, "before"), correct_code: writeRule(style, "after") };
  const tag = style.tag ?? "";
  const { root } = readSnippet("", tag);
  if (!root) return { current_code: tag, correct_code: tag };
  const own = attributeOf(root, "style")?.trim().replace(/;$/, "") ?? "";
  const added = listDeclarations(style.declarations, "after").join(" ").replace(/;$/, "");
  return { current_code: tag, correct_code: setAttribute(tag, root, "style", own === "" ? added : `${own}; ${added}`) };
};
