import { isObject, readProperty } from "@/server/core/property";
import type { FontSet } from "../fonts";
import { printableText, readableText } from "../text/printable-text";
import { languageOf, runsRightToLeft } from "../text/script-of";
import type { LayoutNode, Structure } from "./structure";

type Options = { fonts: Pick<FontSet, "sans" | "mono" | "canPrint">; language: string | null };

/** Returns all text of a document, before any replacements. */
export const textOf = (node: LayoutNode): string => {
  const texts: string[] = [];
  const visit = ({ value, children }: LayoutNode) => {
    if (value !== undefined) texts.push(value);
    for (const child of children ?? []) visit(child);
  };
  visit(node);
  return texts.join("");
};

type Printed = { needsActualText: boolean; hasReplaced: boolean };

const makePrintable = (node: LayoutNode, canPrint: FontSet["canPrint"]): Printed => {
  const printed = { needsActualText: false, hasReplaced: false };
  const add = (other: Printed) => {
    printed.needsActualText ||= other.needsActualText;
    printed.hasReplaced ||= other.hasReplaced;
  };
  if (node.value !== undefined) {
    const result = printableText(node.value, canPrint);
    node.value = result.printed;
    add(result);
  }
  for (const child of node.children ?? []) add(makePrintable(child, canPrint));
  return printed;
};

const dropNotes = (node: LayoutNode) => {
  if (!node.children) return;
  node.children = node.children.filter((child) => !child.props?.onlyWithReplaced);
  node.children.forEach(dropNotes);
};

const readableStructure = (structure: Structure): Structure => ({
  ...structure,
  ...(structure.alt ? { alt: readableText(structure.alt) } : {}),
  ...(structure.actualText ? { actualText: readableText(structure.actualText) } : {}),
  ...(structure.bookmark ? { bookmark: { ...structure.bookmark, title: readableText(structure.bookmark.title) } } : {}),
});

const isMono = (style: unknown): boolean =>
  Array.isArray(style) ? style.some(isMono) : readProperty(style, "fontFamily") === "mono";

// Replaces `sans` or `mono` in a style with the document's font families.
const nameFamilies = (style: unknown, { sans, mono }: Options["fonts"]): unknown => {
  if (Array.isArray(style)) return style.map((part) => nameFamilies(part, { sans, mono, canPrint: () => true }));
  const family = readProperty(style, "fontFamily");
  if (!isObject(style) || (family !== "sans" && family !== "mono")) return style;
  return { ...style, fontFamily: family === "mono" ? mono : sans };
};

const turnAround = (node: LayoutNode) => {
  node.style = [node.style, { direction: "rtl" }].flat();
  for (const child of node.children ?? []) if (child.type !== "TEXT_INSTANCE") turnAround(child);
};

const prepareText = (node: LayoutNode, { fonts, language }: Options): boolean => {
  const original = textOf(node);
  const { needsActualText, hasReplaced } = makePrintable(node, fonts.canPrint);
  const spoken = languageOf(original, language);
  // Leaves code and URLs alone, because they are always read from left to right.
  if (!isMono(node.style) && runsRightToLeft(original)) turnAround(node);
  if (!needsActualText && !spoken) return hasReplaced;
  const own: Structure = node.props.structure ?? { tag: "Span" };
  node.props.structure = {
    ...own,
    ...(needsActualText ? { actualText: own.actualText ?? readableText(original) } : {}),
    ...(spoken ? { language: spoken } : {}),
  };
  return hasReplaced;
};

/**
 * Prepares a React-PDF document for layout, in place: gives every node an identity that survives page breaks, sets the
 * font families and the direction of right-to-left text, and replaces characters that no font can print. The original
 * text is kept for assistive technology.
 */
export const prepareTree = (root: LayoutNode, options: Options) => {
  let lastKey = 0;
  let hasReplaced = false;
  const nameFonts = (node: LayoutNode) => {
    if (node.style) node.style = nameFamilies(node.style, options.fonts);
    for (const child of node.children ?? []) if (child.type !== "TEXT_INSTANCE") nameFonts(child);
  };
  const visit = (node: LayoutNode) => {
    lastKey += 1;
    const { structure } = node.props;
    node.props = { ...node.props, tagKey: lastKey };
    if (structure) node.props.structure = readableStructure(structure);
    if (node.type === "TEXT") {
      const isReplaced = prepareText(node, options);
      hasReplaced ||= isReplaced && !node.props.onlyWithReplaced;
    } else for (const child of node.children ?? []) if (child.type !== "TEXT_INSTANCE") visit(child);
  };
  visit(root);
  if (!hasReplaced) dropNotes(root);
  nameFonts(root);
};
