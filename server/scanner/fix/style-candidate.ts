import { z } from "zod";
import type { Tab } from "../browser/open-tab";
import type { StyleChange } from "../fix-page-contract";
import { redactMarkup } from "../page/redact";
import { callFixTool, findNode, type StyleSheets } from "./call-tool";
import { addRule, editRule, findDeclaration, findStyleAttribute, type StylePlace } from "./css-rule";
import type { Applied, Candidate } from "./trial";

export interface StyleProposal {
  kind: "colour" | "spacing";
  /** The element that the change is for, and the element whose style changes. */
  element: number;
  styled: number;
  /** New values by property. */
  values: Readonly<Record<string, string>>;
  /** Properties that identify the rule to change: the rule sets at least one of them. */
  setBy: readonly string[];
  isInherited?: boolean;
  mayMove?: number;
  /**
   * The state in which the rule applies, such as `:focus-visible`, or the part to which it applies, such as
   * `::placeholder`.
   */
  state?: string;
  /**
   * Where to make the change: in the rule that sets the property, in a new rule for similar elements, or in the style
   * attribute.
   */
  where: "rule" | "new rule" | "attribute";
}

type Where = Omit<StyleChange, "declarations" | "affects" | "may_move_px">;

const MAX_URL = 4_000;
const MAX_MEDIA = 20;

/** Classes that express the state of an element. */
const states =
  /^(?:(?:is|has)-.*|active|current|open|opened|closed|show|shown|hide|hidden|visible|collapsed?|selected|disabled|focus(?:ed)?|hover(?:ed)?|on|off|first|last)$/i;

/** Returns a selector with an element's tag name and classes; null if the element has no suitable class. */
export const selectByClass = (tag: string): string | null => {
  const [, name = "", classes = ""] = /^<([a-z][\w-]{0,50})[^>]{0,500}?\sclass="([^"]{1,500})"/.exec(tag) ?? [];
  const lasting = classes.split(/\s+/).filter((each) => /^[a-z_][\w-]*$/i.test(each) && !states.test(each));
  return lasting.length > 0 ? [name, ...lasting.slice(0, 3)].join(".") : null;
};

const ruleOf = (place: StylePlace, sheets: StyleSheets): Where => ({
  selector: place.selector,
  tag: null,
  is_new: false,
  source: sheets.get(place.sheet)?.url.slice(0, MAX_URL) || null,
  is_in_page: sheets.get(place.sheet)?.isInPage ?? false,
  line: place.range.startLine + 1,
  media: place.media.slice(0, MAX_MEDIA),
});

const elsewhere = { source: null, is_in_page: false, line: null, media: [] };

const listDeclarations = (
  values: StyleProposal["values"],
  place: StylePlace | null,
  isImportant: boolean,
): StyleChange["declarations"] => {
  const mark = isImportant ? " !important" : "";
  return Object.entries(values).map(([property, value]) => ({
    property,
    before: place && property === place.property ? place.value + mark : null,
    after: value + mark,
  }));
};

export const writeDeclarations = (declarations: StyleChange["declarations"]): string =>
  declarations.map(({ property, after }) => `${property}: ${after};`).join(" ");

interface Edit extends Pick<StyleChange, "affects" | "may_move_px"> {
  declarations: StyleChange["declarations"];
  tag: string;
  state: string | undefined;
}

/**
 * Returns a selector for an element and similar ones; null if there is none. If the element has no suitable class, a
 * rule for a state may apply to all elements with the same tag name.
 */
const selectSimilar = ({ tag, state }: Edit): string | null => {
  const selector = selectByClass(tag) ?? (state ? (/^<([a-z][\w-]{0,50})/.exec(tag)?.[1] ?? null) : null);
  return selector && `${selector}${state ?? ""}`;
};

const applyNewRule = async ({ cdp, frameId }: Tab, edit: Edit): Promise<Applied | null> => {
  const { declarations, affects, may_move_px } = edit;
  const selector = selectSimilar(edit);
  if (selector === null) return null;
  const undo = await addRule(cdp, frameId, `${selector} { ${writeDeclarations(declarations)} }`);
  const style = { selector, tag: null, is_new: true, ...elsewhere, declarations, affects, may_move_px };
  return { undo, change: { kind: "style", style } };
};

const applyTo = async (
  tab: Tab,
  sheets: StyleSheets,
  place: StylePlace | null,
  { declarations, tag, affects, may_move_px }: Edit,
): Promise<Applied | null> => {
  if (!place) return null;
  const undo = await editRule(tab.cdp, place, writeDeclarations(declarations));
  const own = { selector: null, tag: redactMarkup(tag), is_new: false, ...elsewhere };
  const where = place.selector === null ? own : ruleOf(place, sheets);
  return { undo, change: { kind: "style", style: { ...where, declarations, affects, may_move_px } } };
};

/** Returns a candidate that changes a style in the location that `where` specifies. */
export const createStyleCandidate = (tab: Tab, sheets: StyleSheets, proposal: StyleProposal): Candidate => {
  const { kind, element, styled, values, setBy, isInherited = false, mayMove = 0, state, where } = proposal;
  const apply = async (): Promise<Applied | null> => {
    const node = await findNode(tab, styled);
    if (node === null) return null;
    const declared = await findDeclaration(tab.cdp, node, setBy, { isInherited, part: state });
    const isImportant = declared?.isImportant ?? false;
    const declarations = listDeclarations(values, where === "rule" ? declared : null, isImportant);
    const tag = z.string().parse(await callFixTool(tab, "tagOf", styled));
    const edit = { declarations, state, tag, affects: kind, may_move_px: mayMove };
    if (where === "new rule") return applyNewRule(tab, edit);
    return applyTo(tab, sheets, where === "rule" ? declared : await findStyleAttribute(tab.cdp, node), edit);
  };
  return { kind, elements: [element], mayMove, apply };
};
