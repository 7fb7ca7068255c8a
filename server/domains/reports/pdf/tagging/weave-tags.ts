import type { LayoutNode, Structure } from "./structure";
import type { StructureElement, TaggedDocument } from "./tagged-document";

type Box = NonNullable<LayoutNode["box"]>;
type Lineage = { key: number; structure: Structure; node: LayoutNode; parent: Lineage | null };

export type WeaveOptions = {
  document: TaggedDocument;
  pageNumbers: ReadonlyMap<string, number>;
  /** Text that is printed outside the reading order on every page, except the first `skipPages` pages. */
  furniture: { left: LayoutNode | undefined; skipPages: number };
  paintPageNumber: (document: TaggedDocument, text: string, box: Box) => void;
};

const isLeaf = ({ type }: LayoutNode) => type === "TEXT" || type === "SVG" || type === "IMAGE";

const hasText = (node: LayoutNode): boolean =>
  node.type === "TEXT" || node.props.pageNumberOf !== undefined || (node.children ?? []).some(hasText);

// An invisible node that runs a callback when its children are read for painting. A canvas, which is meant for this,
// would create a painter with thirty functions for each call.
const mark = (run: () => void): LayoutNode => ({
  type: "MARK",
  style: {},
  props: {},
  get children() {
    run();
    return [];
  },
});

/**
 * Adds marks to laid-out pages, so that painting them also writes the structure tree. A node's `structure` defines its
 * element. A text node without a `structure` belongs to the nearest ancestor that has one. Images without a
 * `structure`, and repetitions of fixed nodes on later pages, stay artifacts.
 */
export class TagWeaver {
  private readonly elements = new Map<number, StructureElement>();
  private readonly seen = new Set<number>();

  constructor(private readonly options: WeaveOptions) {}

  weavePages(pages: readonly LayoutNode[]): LayoutNode[] {
    return pages.map((page, index) => ({
      ...page,
      children: [...this.weaveFurniture(index), ...this.weaveAll(page.children ?? [], null)],
    }));
  }

  private weaveFurniture(page: number): LayoutNode[] {
    const { document, furniture } = this.options;
    if (!furniture.left || page < furniture.skipPages) return [];
    const open = () => {
      document.closeMarks();
      document.beginArtifact("Pagination");
    };
    return [mark(open), furniture.left, mark(() => document.closeContent())];
  }

  private weaveAll(nodes: readonly LayoutNode[], parent: Lineage | null): LayoutNode[] {
    return nodes.flatMap((node) => this.weaveNode(node, parent));
  }

  private weaveNode(node: LayoutNode, parent: Lineage | null): LayoutNode[] {
    const { structure, tagKey = 0, fixed, pageNumberOf } = node.props;
    const isFirst = !this.seen.has(tagKey);
    if (node.type === "TEXT_INSTANCE" || (fixed && !isFirst)) return [node];
    this.seen.add(tagKey);
    const lineage = structure ? { key: tagKey, structure, node, parent } : parent;
    if (pageNumberOf) return this.weavePageNumber(node, lineage, pageNumberOf.destination);
    return isLeaf(node) ? this.weaveLeaf(node, lineage, isFirst) : this.weaveContainer(node, lineage, isFirst);
  }

  private weaveLeaf(node: LayoutNode, lineage: Lineage | null, isFirst: boolean): LayoutNode[] {
    const { document } = this.options;
    const { structure } = node.props;
    const isUnreadable = node.type === "IMAGE" && !node.image;
    if (isUnreadable || (!structure && node.type !== "TEXT")) return [node];
    const open = () => {
      if (isFirst) this.announce(node);
      document.openContent(this.elementOf(lineage), structure?.tag ?? "Span");
    };
    return [mark(open), node, mark(() => document.closeContent())];
  }

  private weaveContainer(node: LayoutNode, lineage: Lineage | null, isFirst: boolean): LayoutNode[] {
    const { document } = this.options;
    const { structure } = node.props;
    const woven = { ...node, children: this.weaveAll(node.children ?? [], lineage) };
    if (!structure) return [woven];
    if (node.type === "LINK") {
      const enter = () => document.enterLink(this.elementOf(lineage), structure.alt ?? "");
      return [mark(enter), woven, mark(() => document.leaveLink())];
    }
    const needsMark = isFirst && (structure.destination || structure.bookmark || !hasText(node));
    if (!needsMark) return [woven];
    const enter = () => {
      this.announce(node);
      this.elementOf(lineage);
    };
    return [mark(enter), woven];
  }

  private weavePageNumber(node: LayoutNode, lineage: Lineage | null, destination: string): LayoutNode[] {
    const { document, pageNumbers, paintPageNumber } = this.options;
    const page = pageNumbers.get(destination);
    const { box } = node;
    if (page === undefined || !box) return [];
    const paint = () => {
      document.openContent(this.elementOf(lineage), "Span");
      paintPageNumber(document, String(page), box);
      document.closeContent();
    };
    return [mark(paint)];
  }

  private announce(node: LayoutNode) {
    const { document } = this.options;
    const { destination, bookmark } = node.props.structure ?? {};
    const top = node.box?.top ?? 0;
    if (destination) document.addDestination(destination, top);
    if (bookmark) document.addBookmark(bookmark.title, bookmark.level, top);
  }

  private elementOf(lineage: Lineage | null): StructureElement {
    const { document } = this.options;
    if (!lineage) return document.rootElement;
    const known = this.elements.get(lineage.key);
    if (known) return known;
    const parent = this.elementOf(lineage.parent);
    const element = document.createElement(lineage.structure, lineage.node.box);
    parent.add(element);
    this.elements.set(lineage.key, element);
    return element;
  }
}
