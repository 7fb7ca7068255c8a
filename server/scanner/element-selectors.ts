import { type CssNode, parse, walk } from "css-tree";

/** Pseudo-classes that the browser supports in selectors and that depend only on the document. */
const pseudoClasses = new Set(
  (
    "is not where has root empty first-child last-child only-child nth-child nth-last-child first-of-type last-of-type " +
    "only-of-type nth-of-type nth-last-of-type lang dir checked disabled enabled required optional read-only " +
    "read-write default open modal popover-open placeholder-shown target defined any-link link"
  ).split(" "),
);

const wholePage = new Set(["*", "html", "body", ":root"]);

/** Reports whether a selector consists only of parts that match the whole page, such as html > body. */
const isWholePage = (selector: string): boolean => {
  const parts = selector.split(/[\s>]/).filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => wholePage.has(part.toLowerCase()));
};

/** Returns what is wrong with a part of a selector; null if nothing is. */
const faultOf = (node: CssNode): string | null => {
  if (node.type === "PseudoElementSelector")
    return `“::${node.name}” isn't an element. Use a selector for the element itself.`;
  if (node.type === "PseudoClassSelector" && !pseudoClasses.has(node.name.toLowerCase()))
    return `The pseudo-class “:${node.name}” can't be used here.`;
  if (node.type === "TypeSelector" && node.name.includes("|")) return "Namespaces can't be used here.";
  return node.type === "NestingSelector" ? "“&” can only be used in style sheets." : null;
};

/**
 * Reports whether a node is something that the parser accepts but browsers don't: an empty selector, a dangling
 * combinator or an ID that begins with a digit.
 */
const looseEnd = (node: CssNode, source: string, isRelative: boolean): boolean => {
  if (node.type === "IdSelector") return /^#-?\d/.test(source.slice(node.loc?.start.offset));
  if (node.type !== "Selector") return false;
  const kinds = node.children.toArray().map(({ type }) => type);
  const isDoubled = kinds.some((kind, at) => kind === "Combinator" && kinds[at + 1] === "Combinator");
  return kinds.length === 0 || kinds.at(-1) === "Combinator" || (kinds[0] === "Combinator" && !isRelative) || isDoubled;
};

const check = (selector: string): string | null => {
  const list = parse(selector, { context: "selectorList", positions: true });
  let fault: string | null = null;
  walk(list, function (node) {
    const isRelative = this.function?.type === "PseudoClassSelector" && this.function.name.toLowerCase() === "has";
    if (looseEnd(node, selector, isRelative)) throw new Error("a part of it is missing");
    fault ??= faultOf(node);
  });
  if (/,\s*$/.test(selector.slice(-50))) throw new Error("it ends with a comma");
  return fault;
};

/** Returns why a selector can't be used to leave elements out; null if it can. */
export const findSelectorFault = (selector: string): string | null => {
  if (selector.trim() === "") return "Enter a selector.";
  if (selector.split(",").some(isWholePage)) return "This selector would leave out the whole page.";
  try {
    return check(selector);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\.$/, "") : "";
    return `This isn't a valid CSS selector: ${reason}. Enter one such as #chat or .widget > iframe.`;
  }
};
