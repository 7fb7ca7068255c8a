import type { ClauseId } from "../clauses";
import type { StructureElement } from "../model/structure";
import { headingLevel } from "../model/structure-types";
import type { CheckContext } from "./context";

/** Types of elements that only group other elements. */
const transparent = new Set(["NonStruct", "Div", "Sect", "Part", "Art"]);

const hasText = ({ file }: CheckContext, element: StructureElement): boolean =>
  Boolean(file.text(element.dict.get("Alt"))) || file.text(element.dict.get("ActualText")) !== null;

const checkMapping = ({ structure, report }: CheckContext, { ownType, mapping, page }: StructureElement): void => {
  if (structure.isCircular(ownType)) report("7.1-6", page);
  else if (mapping === "none") report("7.1-5", page);
  if (structure.isRemapped(ownType)) report("7.1-7", page);
};

const languageClauses = { ActualText: "7.2-21", Alt: "7.2-22", E: "7.2-23" } as const;

const checkTexts = (context: CheckContext, element: StructureElement): void => {
  if (context.hasLanguage || element.language) return;
  for (const [key, clause] of Object.entries(languageClauses))
    if (context.file.text(element.dict.get(key)) !== null) context.report(clause, element.page);
};

const checkAlternatives = (context: CheckContext, element: StructureElement): void => {
  if (element.type === "Figure" && !hasText(context, element)) context.report("7.3-1", element.page);
  if (element.type === "Formula" && !hasText(context, element)) context.report("7.7-1", element.page);
};

const checkHeadingOrder = ({ structure, report }: CheckContext): void => {
  let level = 0;
  for (const { type, page } of structure.elements) {
    const next = headingLevel(type);
    if (next === null) continue;
    if (next > level + 1) report("7.4.2-1", page);
    level = next;
  }
};

const checkHeadingTypes = ({ structure, report }: CheckContext): void => {
  const plain = structure.elements.filter(({ type }) => type === "H");
  const numbered = structure.elements.filter(({ type }) => headingLevel(type) !== null);
  if (plain.length > 0 && numbered.length > 0) {
    for (const { page } of plain) report("7.4.4-2", page);
    for (const { page } of numbered) report("7.4.4-3", page);
  }
  for (const { children, page } of structure.elements)
    if (children.filter(({ type }) => type === "H").length > 1) report("7.4.4-1", page);
};

const checkNotes = ({ file, structure, report }: CheckContext): void => {
  const ids = new Set<string>();
  for (const { type, dict, page } of structure.elements) {
    if (type !== "Note") continue;
    const id = file.text(dict.get("ID"));
    if (!id) report("7.9-1", page);
    else if (ids.has(id)) report("7.9-2", page);
    else ids.add(id);
  }
};

const parents: Readonly<Record<string, { allowed: readonly string[]; clause: ClauseId }>> = {
  TR: { allowed: ["Table", "THead", "TBody", "TFoot"], clause: "7.2-4" },
  THead: { allowed: ["Table"], clause: "7.2-5" },
  TBody: { allowed: ["Table"], clause: "7.2-6" },
  TFoot: { allowed: ["Table"], clause: "7.2-7" },
  TH: { allowed: ["TR"], clause: "7.2-8" },
  TD: { allowed: ["TR"], clause: "7.2-9" },
  LI: { allowed: ["L"], clause: "7.2-17" },
  LBody: { allowed: ["LI"], clause: "7.2-18" },
  TOCI: { allowed: ["TOC"], clause: "7.2-26" },
};

const contents: Readonly<Record<string, { allowed: readonly string[]; clause: ClauseId }>> = {
  Table: { allowed: ["TR", "THead", "TBody", "TFoot", "Caption"], clause: "7.2-3" },
  TR: { allowed: ["TH", "TD"], clause: "7.2-10" },
  THead: { allowed: ["TR"], clause: "7.2-36" },
  TBody: { allowed: ["TR"], clause: "7.2-37" },
  TFoot: { allowed: ["TR"], clause: "7.2-38" },
  L: { allowed: ["L", "LI", "Caption"], clause: "7.2-19" },
  LI: { allowed: ["Lbl", "LBody"], clause: "7.2-20" },
  TOC: { allowed: ["TOC", "TOCI", "Caption"], clause: "7.2-27" },
};

const realParent = ({ parent }: StructureElement): StructureElement | null => {
  let current = parent;
  while (current && transparent.has(current.type) && current.type === "NonStruct") current = current.parent;
  return current;
};

/**
 * Returns an element's children, with each NonStruct element replaced by its own children. Tags that don't map to a
 * standard type are ignored.
 */
const realChildren = ({ children }: StructureElement): StructureElement[] =>
  children.flatMap((child) =>
    child.type === "NonStruct" ? realChildren(child) : child.mapping === "none" ? [] : [child],
  );

const checkNesting = ({ report }: CheckContext, element: StructureElement): void => {
  const { type, page } = element;
  const parent = parents[type];
  if (parent && !parent.allowed.includes(realParent(element)?.type ?? "")) report(parent.clause, page);
  const content = contents[type];
  if (content && realChildren(element).some((child) => !content.allowed.includes(child.type)))
    report(content.clause, page);
};

const checkCaptions = ({ report }: CheckContext, { type, children, page }: StructureElement): void => {
  const captions = children.flatMap((child, index) => (child.type === "Caption" ? [index] : []));
  if (captions.length === 0) return;
  const isSingle = captions.length === 1;
  const isFirst = captions[0] === 0;
  if (type === "TOC" && !(isSingle && isFirst)) report(isSingle ? "7.2-28" : "7.2-27", page);
  if (type === "L" && !(isSingle && isFirst)) report(isSingle ? "7.2-40" : "7.2-19", page);
  const isLast = captions[0] === children.length - 1;
  if (type === "Table" && !(isSingle && (isFirst || isLast))) report("7.2-3", page);
};

/** Checks the tags of the structure tree, except the cells of tables. */
export const checkTags = (context: CheckContext): void => {
  for (const element of context.structure.elements) {
    context.file.budget.spend();
    checkMapping(context, element);
    checkTexts(context, element);
    checkAlternatives(context, element);
    checkNesting(context, element);
    checkCaptions(context, element);
  }
  checkHeadingOrder(context);
  checkHeadingTypes(context);
  checkNotes(context);
};
