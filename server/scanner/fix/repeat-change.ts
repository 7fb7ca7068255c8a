import { z } from "zod";
import type { Tab } from "../browser/open-tab";
import type { PageChange, StyleChange } from "../fix-page-contract";
import { callFixTool, findNode, type StyleSheets } from "./call-tool";
import { addRule, editRule, findRules, findStyleAttribute, type StylePlace } from "./css-rule";
import { createMarkupCandidate, proposeMain, type TrialPage } from "./fix-finding";
import { Numbers } from "./read-findings";
import { selectByClass, writeDeclarations } from "./style-candidate";
import type { Candidate } from "./trial";

type Undo = () => Promise<void>;

/** Number of elements whose rules are searched for the one to change. */
const MAX_SEARCHED = 5;

const MARK = "!important";
const withoutMark = (value: string): string => (value.endsWith(MARK) ? value.slice(0, -MARK.length).trimEnd() : value);

const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? "";

/** Pages repeat a style sheet inside the page, so each of them has its own. Files are compared without their version. */
const isSameSheet = ({ source, is_in_page }: StyleChange, place: StylePlace, sheets: StyleSheets): boolean => {
  const sheet = sheets.get(place.sheet);
  if (!sheet) return is_in_page;
  return is_in_page ? sheet.isInPage : !sheet.isInPage && withoutQuery(sheet.url) === withoutQuery(source ?? "");
};

/** Finds the rule on the elements themselves, on those around them, or on the first element that it applies to. */
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

/** Reports whether two elements have the same tag name and the same classes, except those that express a state. */
const isAlike = (one: string, other: string): boolean =>
  readTagName(one) === readTagName(other) && selectByClass(one) === selectByClass(other);

const findAlike = async (tab: Tab, elements: readonly number[], tag: string): Promise<number[]> => {
  const alike: number[] = [];
  for (const element of elements) if (isAlike(await findTag(tab, element), tag)) alike.push(element);
  return alike;
};

/** Changes the style attributes of those elements that are like the one for which the change was made. */
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

const isMain = (html: string): boolean => /^<[^>]{0,2000}\srole="main"/.test(html);

/** The main content isn't one of the failing elements. */
const repeatMarkup = async (
  tab: Tab,
  { before, after }: { before: string; after: string },
  elements: readonly number[],
): Promise<Candidate | null> => {
  if (isMain(after) && !isMain(before)) return (await proposeMain(tab))[0] ?? null;
  const alike = await findAlike(tab, elements, before);
  return alike.length === 0 ? null : createMarkupCandidate(tab, alike, before, after);
};

/**
 * Returns a candidate that makes a change on another page: in the same rule of the same style sheet, or on each of the
 * elements. Returns null if the page has no such elements; the candidate can't be applied if it has no such rule.
 */
export const createRepeatCandidate = async (
  page: TrialPage,
  change: PageChange,
  elements: readonly number[],
): Promise<Candidate | null> => {
  if (change.kind === "markup") return repeatMarkup(page.tab, change, elements);
  const { style } = change;
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
