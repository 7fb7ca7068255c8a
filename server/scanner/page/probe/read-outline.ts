import type { OutlineElements } from "./outline-elements";
import type { OutlineParts } from "./outline-parts";
import type { OutlineControls } from "./read-outline-controls";
import type { AxeNode } from "./run-axe";

/** Runs in the page: replaces the elements in an outline with their descriptions. */
export const describeOutline = (
  { title, blocks, controls, help, ...outline }: OutlineParts<Element>,
  toNode: (element: Element) => AxeNode,
): OutlineParts<AxeNode> => ({
  ...outline,
  title: title && { ...title, node: toNode(title.node) },
  blocks: blocks.map((block) => ({ ...block, node: toNode(block.node) })),
  controls: controls.map((control) => ({ ...control, node: toNode(control.node) })),
  help: help.map((each) => ({ ...each, node: toNode(each.node) })),
});

/**
 * Runs in the page: returns the start of the main content's text, without headers, footers, navigation and hidden text.
 */
export const readMainText = (): string => {
  const mostNodes = 4_000;
  const mostCharacters = 20_000;
  const isApart = (element: Element): boolean =>
    Element.prototype.matches.call(
      element,
      "nav, header, footer, aside, script, style, noscript, template, iframe, [role=navigation], [role=banner], [role=contentinfo], [role=complementary]",
    ) && !(element.localName === "header" && element.closest("main, article"));
  const body: Element | null = Reflect.get(Document.prototype, "body", document);
  const start = pageTree.findAll("main, [role=main]")[0] ?? body;
  if (!start) return "";
  const walker = document.createTreeWalker(start, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && (isApart(node) || !node.checkVisibility())
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const texts: string[] = [];
  let length = 0;
  for (let steps = 0; steps < mostNodes && length < mostCharacters; steps += 1) {
    const node = walker.nextNode();
    if (node === null) break;
    if (!(node instanceof Text)) continue;
    const text = node.data.slice(0, 2_000).replace(/\s+/g, " ").trim();
    length += text.length;
    if (text !== "") texts.push(text);
  }
  return texts.join(" ").slice(0, mostCharacters);
};

/** Runs in the page: returns functions that collect the parts of an outline. Elements are added in document order. */
export const createOutlineCollector = (
  elements: OutlineElements,
  { readControl, readHelp }: OutlineControls,
): Pick<OutlineParts<Element>, "blocks" | "controls" | "help"> & {
  enter(element: Element, place: number): void;
  addBlock(element: Element, place: number): boolean;
  addAction(element: Element, place: number): void;
} => {
  const most = { blocks: 12, links: 40, controls: 8, help: 8 };
  const blocks: OutlineParts<Element>["blocks"] = [];
  const controls: OutlineParts<Element>["controls"] = [];
  const help: OutlineParts<Element>["help"] = [];
  /** The blocks around the current element, outermost first. */
  let open: number[] = [];
  const addLink = (link: OutlineParts<Element>["blocks"][number]["links"][number]): void => {
    const links = blocks[open.at(-1) ?? blocks.length]?.links;
    if (links && link.name !== "" && links.length < most.links) links.push(link);
  };
  const addControl = (element: Element, name: string, isInBlock: boolean): void => {
    const purpose = controls.length < most.controls && name !== "" ? readControl(element, isInBlock) : null;
    if (purpose !== null) controls.push({ node: element, function: purpose, name });
  };
  return {
    blocks,
    controls,
    help,
    enter: (element, place) => {
      open = open.filter((index) => blocks[index] && pageTree.contains(blocks[index].node, element));
      for (const index of open) Object.assign(blocks[index] ?? {}, { end: place });
    },
    addBlock: (element, place) => {
      const kind = blocks.length < most.blocks ? elements.kindOf(element) : null;
      if (kind === null) return false;
      const name = elements.nameOfBlock(element);
      open.push(blocks.push({ node: element, kind, name, start: place, end: place, links: [] }) - 1);
      return true;
    },
    addAction: (element, place) => {
      const isInContent = elements.isInContent(element);
      const target = elements.is(element, "link") ? elements.targetOf(element) : null;
      if (isInContent && (target !== null || controls.length >= most.controls)) return;
      const name = elements.nameOf(element);
      if (target !== null) addLink({ target, name, place });
      addControl(element, name, open.length > 0);
      const mechanism = help.length < most.help && !isInContent ? readHelp(element, name, target) : null;
      if (mechanism !== null) help.push({ node: element, mechanism, name, block: open.at(-1) ?? null, place });
    },
  };
};

/**
 * Runs in the page: reads the outline of the page. Positions are numbered in document order. Call this function while
 * axe creates its report, because it uses axe's tree.
 */
export const readOutline = (
  elements: OutlineElements,
  { enter, addBlock, addAction, ...parts }: ReturnType<typeof createOutlineCollector>,
  text: string,
): OutlineParts<Element> => {
  const mains: { element: Element; start: number; end: number }[] = [];
  for (const [place, element] of elements.list().entries()) {
    enter(element, place);
    const [main] = mains;
    if (main && pageTree.contains(main.element, element)) main.end = place;
    if (elements.is(element, "main")) mains.push({ element, start: place, end: place });
    else if (!(elements.is(element, "part") && addBlock(element, place)) && elements.is(element, "action"))
      addAction(element, place);
  }
  const root: Element = Reflect.get(Document.prototype, "documentElement", document);
  const title = document.querySelector("head > title, title");
  const titleText = elements.clean(String(Reflect.get(Document.prototype, "title", document)), 300);
  return {
    ...parts,
    text,
    language: elements.clean(Element.prototype.getAttribute.call(root, "lang") ?? "", 20),
    title: title && titleText !== "" ? { text: titleText, node: title } : null,
    main: mains[0] ? { start: mains[0].start, end: mains[0].end } : null,
  };
};
