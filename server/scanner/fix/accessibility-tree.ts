import type { CDPSession } from "playwright-core";

interface TreeNode {
  role: string;
  /** Name, description, value and states, as one string. */
  says: string;
  isIgnored: boolean;
  parent: number | null;
}

/** The page's accessibility tree, keyed by the backend ids of the DOM nodes. */
export type AccessibilityTree = ReadonlyMap<number, TreeNode>;

const MAX_TEXT = 2_000;
const interactive =
  /^(?:button|link|checkbox|radio|switch|textbox|searchbox|combobox|listbox|option|slider|spinbutton|tab|menuitem|menuitemcheckbox|menuitemradio|treeitem)$/i;

/** Reads the page's accessibility tree, without inline text boxes, which only show how text wraps. */
export const readAccessibilityTree = async (cdp: CDPSession): Promise<AccessibilityTree> => {
  const { nodes } = await cdp.send("Accessibility.getFullAXTree");
  const numbers = new Map(nodes.map(({ nodeId, backendDOMNodeId }) => [nodeId, backendDOMNodeId]));
  const tree = new Map<number, TreeNode>();
  for (const node of nodes) {
    const role = String(node.role?.value ?? "");
    if (role === "InlineTextBox" || node.backendDOMNodeId === undefined || tree.has(node.backendDOMNodeId)) continue;
    const states = (node.properties ?? []).map(({ name, value }) => `${name}=${String(value.value ?? "")}`).sort();
    const texts = [node.name?.value, node.description?.value, node.value?.value].map((text) => String(text ?? ""));
    tree.set(node.backendDOMNodeId, {
      role,
      says: [...texts, ...states].join("|").slice(0, MAX_TEXT),
      isIgnored: node.ignored,
      parent: numbers.get(node.parentId ?? "") ?? null,
    });
  }
  return tree;
};

interface DomNode {
  backendNodeId: number;
  children?: DomNode[];
  shadowRoots?: DomNode[];
  pseudoElements?: DomNode[];
}

/** Returns the backend node ids of an element and all nodes inside it, with the element first. */
export const listInside = async (cdp: CDPSession, objectId: string): Promise<number[]> => {
  const found: number[] = [];
  const add = ({ backendNodeId, children = [], shadowRoots = [], pseudoElements = [] }: DomNode): void => {
    found.push(backendNodeId);
    for (const each of [...children, ...shadowRoots, ...pseudoElements]) add(each);
  };
  add((await cdp.send("DOM.describeNode", { objectId, depth: -1, pierce: true })).node);
  return found;
};

const listAround = (trees: readonly AccessibilityTree[], numbers: ReadonlySet<number>): Set<number> => {
  const around = new Set<number>();
  for (const tree of trees)
    for (const number of numbers)
      for (let at = tree.get(number)?.parent ?? null; at !== null && !around.has(at); at = tree.get(at)?.parent ?? null)
        around.add(at);
  return around;
};

const isActive = (node: TreeNode): boolean => !node.isIgnored && interactive.test(node.role);

/**
 * Reports whether a node has neither a role nor text. Such nodes may come from the browser rather than from the page.
 */
const isSilent = ({ role, says }: TreeNode): boolean => /^(?:generic|none)$/.test(role) && /^\|*$/.test(says);

type MayChange = "all" | "texts" | "nothing";

const compareLone = (lone: TreeNode, change: "appear" | "disappear", mayChange: MayChange): string | null =>
  lone.isIgnored || isSilent(lone) || mayChange === "all"
    ? null
    : `An element with the role ${lone.role} would ${change}.`;

const compareNode = (was: TreeNode | undefined, is: TreeNode | undefined, mayChange: MayChange): string | null => {
  if (!was) return is ? compareLone(is, "appear", mayChange) : null;
  if (!is) return compareLone(was, "disappear", mayChange);
  if (isActive(was) && is.role !== was.role) return `An element would lose the role ${was.role}.`;
  if (mayChange === "all") return null;
  if (was.role !== is.role) return `The role ${was.role} would change to ${is.role}.`;
  const isSame = was.isIgnored === is.isIgnored && (was.says === is.says || mayChange === "texts");
  return isSame ? null : `Screen readers would announce an element with the role ${was.role} differently.`;
};

const countActive = (tree: AccessibilityTree): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const node of tree.values()) if (isActive(node)) counts.set(node.role, (counts.get(node.role) ?? 0) + 1);
  return counts;
};

/**
 * Returns a node's role, text and position. The position is relative to the node's nearest ancestor that is also in
 * `others`, because the browser recreates some nodes, such as list markers, when an element moves.
 */
const identify = (number: number, tree: AccessibilityTree, others: AccessibilityTree): string => {
  const path: string[] = [];
  for (let at: number | null = number; at !== null; ) {
    const node = tree.get(at);
    if (at !== number && others.has(at)) return [...path, at].join(" in ");
    if (node) path.push(`${node.role} ${node.says}`);
    at = node?.parent ?? null;
  }
  return path.join(" in ");
};

/** Returns the nodes of a tree that have a different id in the other tree, but the same role, text and position. */
const listRenewed = (tree: AccessibilityTree, others: AccessibilityTree): Set<number> => {
  const lone = (some: AccessibilityTree, without: AccessibilityTree): number[] =>
    [...some.keys()].filter((number) => !without.has(number));
  const left = lone(others, tree).map((number) => identify(number, others, tree));
  const renewed = new Set<number>();
  for (const number of lone(tree, others)) {
    const at = left.indexOf(identify(number, tree, others));
    if (at < 0) continue;
    left.splice(at, 1);
    renewed.add(number);
  }
  return renewed;
};

/**
 * Describes an unintended change to what assistive technology presents; returns null if there is none. Anything inside
 * the changed elements may change, and so may the names and states of the elements around them. Interactive elements
 * must keep their roles.
 */
export const findTreeChange = (
  before: AccessibilityTree,
  after: AccessibilityTree,
  changed: ReadonlySet<number>,
): string | null => {
  const active = countActive(after);
  const lost = [...countActive(before)].find(([role, count]) => (active.get(role) ?? 0) < count);
  if (lost) return `An element would lose the role ${lost[0]}.`;
  const around = listAround([before, after], changed);
  const mayChange = (number: number): MayChange => {
    if (changed.has(number)) return "all";
    return around.has(number) ? "texts" : "nothing";
  };
  const renewed = new Set([...listRenewed(before, after), ...listRenewed(after, before)]);
  for (const number of new Set([...before.keys(), ...after.keys()])) {
    if (renewed.has(number)) continue;
    const change = compareNode(before.get(number), after.get(number), mayChange(number));
    if (change) return change;
  }
  return null;
};
