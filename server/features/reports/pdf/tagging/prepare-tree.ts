import { printableText, readableText } from "../text/printable-text";
import type { LayoutNode, Structure } from "./structure";

type Options = { canPrint: (codePoint: number) => boolean };

const textOf = (node: LayoutNode): string => (node.value ?? "") + (node.children ?? []).map(textOf).join("");

const makePrintable = (node: LayoutNode, canPrint: Options["canPrint"]): boolean => {
  let needsActualText = false;
  if (node.value !== undefined) {
    const result = printableText(node.value, canPrint);
    node.value = result.printed;
    needsActualText = result.needsActualText;
  }
  for (const child of node.children ?? []) {
    needsActualText = makePrintable(child, canPrint) || needsActualText;
  }
  return needsActualText;
};

const readableStructure = (structure: Structure): Structure => ({
  ...structure,
  ...(structure.alt ? { alt: readableText(structure.alt) } : {}),
  ...(structure.actualText ? { actualText: readableText(structure.actualText) } : {}),
  ...(structure.bookmark ? { bookmark: { ...structure.bookmark, title: readableText(structure.bookmark.title) } } : {}),
});

const prepareText = (node: LayoutNode, { canPrint }: Options) => {
  const original = textOf(node);
  const needsActualText = makePrintable(node, canPrint);
  if (!needsActualText) return;
  const own: Structure = node.props.structure ?? { tag: "Span" };
  node.props.structure = { ...own, actualText: own.actualText ?? readableText(original) };
};

/**
 * Readies a React-PDF document for layout, in place: gives every node an identity that survives page
 * breaks, and replaces what no font can print, keeping the original as the text that is read out.
 */
export const prepareTree = (root: LayoutNode, options: Options) => {
  let lastKey = 0;
  const visit = (node: LayoutNode) => {
    lastKey += 1;
    const { structure } = node.props;
    node.props = { ...node.props, tagKey: lastKey };
    if (structure) node.props.structure = readableStructure(structure);
    if (node.type === "TEXT") prepareText(node, options);
    else for (const child of node.children ?? []) if (child.type !== "TEXT_INSTANCE") visit(child);
  };
  visit(root);
};
