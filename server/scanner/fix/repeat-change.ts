import { z } from "zod";
import type { Tab } from "../browser/open-tab";
import type { MarkupPurpose, PageChange, StyleChange } from "../fix-page-contract";
import { callFixTool, findNode, type StyleSheets } from "./call-tool";
import { addRule, editRule, findRules, findStyleAttribute, type StylePlace } from "./css-rule";
import { createMarkupCandidate, type MarkupEdit, proposeMarkup, readRewrite } from "./propose-markup";
import { Numbers, type PageFinding } from "./read-findings";
import { selectByClass, writeDeclarations } from "./style-candidate";
import type { Candidate } from "./trial";
import type { TrialPage } from "./trial-page";

type Undo = () => Promise<void>;

/** Maximum number of elements whose rules are searched for the rule to change. */
const MAX_SEARCHED = 5;

const MARK = "!important";
const withoutMark = (value: string): string => (value.endsWith(MARK) ? value.slice(0, -MARK.length).trimEnd() : value);

const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? "";

/**
 * Reports whether a declaration is in the same style sheet as the change. All embedded style sheets count as the same,
 * because each page contains its own copy. The URLs of files are compared without their query, which may contain a
 * version.
 */
const isSameSheet = ({ source, is_in_page }: StyleChange, place: StylePlace, sheets: StyleSheets): boolean => {
  const sheet = sheets.get(place.sheet);
  if (!sheet) return is_in_page;
  return is_in_page ? sheet.isInPage : !sheet.isInPage && withoutQuery(sheet.url) === withoutQuery(source ?? "");
};

/**
 * Finds the rule to change among those that apply to the elements, to their ancestors, or to the first element that
 * matches the rule's selector.
 */
const findSameRule = async (
  { tab, sheets }: TrialPage,
  style: StyleChange,
  elements: readonly number[],
): Promise<StylePlace | null> => {
  const { selector, media, declarations } = style;
  if (selector === null) return null;
  const pairs = declarations.flatMap(({ property, before }) =>
    before === null ? [] : [[property, withoutMark(before)] as const],
  );
  const rule = { selector, media, declared: new Map(pairs) };
  const [styled = -1] = Numbers.parse(await callFixTool(tab, "note", [selector]));
  for (const element of [...elements.slice(0, MAX_SEARCHED), styled]) {
    const node = element < 0 ? null : await findNode(tab, element);
    const places = node === null ? [] : await findRules(tab.cdp, node, rule);
    const place = places.find((each) => isSameSheet(style, each, sheets));
    if (place) return place;
  }
  return null;
};

const findTag = async (tab: Tab, element: number): Promise<string> =>
  z.string().parse(await callFixTool(tab, "tagOf", element));

const readTagName = (tag: string): string => /^<([\w-]{1,100})/.exec(tag)?.[1] ?? "";

/** Reports whether two elements have the same tag name and the same classes, ignoring classes that express a state. */
const isAlike = (one: string, other: string): boolean =>
  readTagName(one) === readTagName(other) && selectByClass(one) === selectByClass(other);

const findAlike = async (tab: Tab, elements: readonly number[], tag: string): Promise<number[]> => {
  const alike: number[] = [];
  for (const element of elements) if (isAlike(await findTag(tab, element), tag)) alike.push(element);
  return alike;
};

/** Changes the style attributes of elements that are similar to the one for which the change was made. */
const editAttributes = async (tab: Tab, style: StyleChange, elements: readonly number[]): Promise<Undo[]> => {
  const undos: Undo[] = [];
  for (const element of await findAlike(tab, elements, style.tag ?? "")) {
    const node = await findNode(tab, element);
    if (node === null) continue;
    const place = await findStyleAttribute(tab.cdp, node);
    if (place) undos.push(await editRule(tab.cdp, place, writeDeclarations(style.declarations)));
  }
  return undos;
};

const applyStyle = async (page: TrialPage, style: StyleChange, elements: readonly number[]): Promise<Undo[]> => {
  const { cdp, frameId } = page.tab;
  const { selector, is_new, declarations } = style;
  if (selector === null) return editAttributes(page.tab, style, elements);
  const text = writeDeclarations(declarations);
  if (is_new) return [await addRule(cdp, frameId, `${selector} { ${text} }`)];
  const place = await findSameRule(page, style, elements);
  return place ? [await editRule(cdp, place, text)] : [];
};

type MarkupChange = Extract<PageChange, { kind: "markup" }>;

/**
 * Applies the difference between the snippets to the elements that are similar to the one for which the snippets were
 * written. Leaves out elements that are hidden from screen readers and that nobody can see on this page, because
 * exposing them to screen readers would be wrong.
 */
const repeatSnippet = async (
  tab: Tab,
  { before, after }: MarkupChange,
  targets: readonly PageFinding[],
): Promise<Candidate | null> => {
  const usable: number[] = [];
  for (const target of targets)
    if (target.rule_id !== "aria-hidden-focus" || (await proposeMarkup(tab, target)).length === 0)
      usable.push(target.element);
  const alike = await findAlike(tab, usable, before);
  return alike.length === 0
    ? null
    : createMarkupCandidate(
        tab,
        alike.map((element) => ({ element, before, after })),
      );
};

/**
 * Repeats one of the scanner's own changes, adapted to the content of this page: for example, a menu may have more
 * items, or the main content may be in a different element. Except for the main content, which isn't part of a
 * component, the elements and their new versions must be similar to those on the page with the finding.
 */
const repeatRewrite = async (
  tab: Tab,
  change: MarkupChange & { purpose: MarkupPurpose },
  targets: readonly PageFinding[],
): Promise<Candidate | null> => {
  const { purpose, version } = change;
  const edits = new Map<number, MarkupEdit>();
  for (const target of targets) {
    const rewrite = await readRewrite(tab, purpose, target.element);
    if (!rewrite) continue;
    const { element, before } = rewrite;
    const after = rewrite.versions[version];
    if (after === undefined) continue;
    if (purpose === "main" || (isAlike(before, change.before) && readTagName(after) === readTagName(change.after)))
      edits.set(element, { element, before, after });
  }
  return edits.size === 0 ? null : createMarkupCandidate(tab, [...edits.values()], { purpose, version });
};

/**
 * Returns a candidate that makes a change on another page: in the same rule of the same style sheet, or on each of the
 * elements. Returns null if the page has none of the elements. If the page doesn't have the rule, the candidate is
 * returned, but can't be applied.
 */
export const createRepeatCandidate = async (
  page: TrialPage,
  change: PageChange,
  targets: readonly PageFinding[],
): Promise<Candidate | null> => {
  if (change.kind === "markup") {
    const { purpose } = change;
    return purpose
      ? repeatRewrite(page.tab, { ...change, purpose }, targets)
      : repeatSnippet(page.tab, change, targets);
  }
  const { style } = change;
  const elements = targets.map(({ element }) => element);
  return {
    kind: style.affects,
    elements,
    mayMove: style.may_move_px,
    apply: async () => {
      const undos = await applyStyle(page, style, elements);
      const undo = async (): Promise<void> => {
        for (const each of undos.toReversed()) await each();
      };
      return undos.length === 0 ? null : { undo, change };
    },
  };
};
