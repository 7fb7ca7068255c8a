import { printableText, readableText } from "../text/printable-text";
import type { LayoutNode } from "./structure";

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

/**
 * Readies a React-PDF document for layout, in place: gives every node an identity that survives page
 * breaks, and replaces what no font can print, keeping the original as the text that is read out.
 */
export const prepareTree = (root: LayoutNode, options: Options) => {
  let lastKey = 0;
  const visit = (node: LayoutNode) => {
    lastKey += 1;
    node.props = { ...node.props, tagKey: lastKey };
    if (node.type !== "TEXT") {
      for (const child of node.children ?? []) if (child.type !== "TEXT_INSTANCE") visit(child);
      return;
    }
    const original = textOf(node);
    if (!makePrintable(node, options.canPrint)) return;
    const structure = node.props.structure ?? { tag: "Span" as const };
    node.props.structure = { ...structure, actualText: structure.actualText ?? readableText(original) };
  };
  visit(root);
};
