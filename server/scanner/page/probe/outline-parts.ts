export type BlockKind = "navigation" | "aside" | "header" | "footer" | "search";

/** The parts of an outline. `Node` is the type that represents an element of the page. */
export interface OutlineParts<Node> {
  language: string;
  title: { text: string; node: Node } | null;
  text: string;
  main: { start: number; end: number } | null;
  blocks: {
    node: Node;
    kind: BlockKind;
    name: string;
    start: number;
    end: number;
    links: { target: string; name: string; place: number }[];
  }[];
  controls: { node: Node; function: string; name: string }[];
  help: { node: Node; mechanism: string; name: string; block: number | null; place: number }[];
}
