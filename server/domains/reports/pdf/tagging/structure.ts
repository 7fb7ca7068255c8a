export type StructureTag =
  | "Sect"
  | "H1"
  | "H2"
  | "H3"
  | "H4"
  | "P"
  | "Span"
  | "Code"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "Caption"
  | "THead"
  | "TBody"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "Link"
  | "TOC"
  | "TOCI"
  | "Reference";

export type Structure = {
  tag: StructureTag;
  /** Text alternative for a figure, or description of a link's target. */
  alt?: string;
  /** Text that assistive technology reads instead of the printed text. */
  actualText?: string;
  /** Language of the text if it isn't the document's. */
  language?: string;
  scope?: "Column" | "Row";
  numbering?: "Decimal" | "Disc" | "None";
  /** Name by which links within the document refer to this node. */
  destination?: string;
  bookmark?: { title: string; level: number };
};

/**
 * A placeholder in a contents entry for the page number of its destination. It is filled in once the number is known.
 */
export type PageNumberSlot = { destination: string };

export type LayoutNode = {
  type: string;
  box?: { top: number; left: number; width: number; height: number };
  props: {
    structure?: Structure;
    pageNumberOf?: PageNumberSlot;
    tagKey?: number;
    fixed?: boolean;
    /** A note that is omitted if all characters could be printed. */
    onlyWithReplaced?: boolean;
    [name: string]: unknown;
  };
  /** Decoded pixels of an image; missing if it couldn't be read. */
  image?: unknown;
  style?: unknown;
  value?: string;
  children?: LayoutNode[];
};
