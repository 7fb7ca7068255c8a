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
  /** The text alternative of a figure, or where a link leads. */
  alt?: string;
  /** The text that assistive technology reads instead of the printed one. */
  actualText?: string;
  /** The language of the text if it differs from the document's. */
  language?: string;
  scope?: "Column" | "Row";
  numbering?: "Decimal" | "Disc" | "None";
  /** The name by which links within the document refer to this node. */
  destination?: string;
  bookmark?: { title: string; level: number };
};

/** The slot of a contents entry that receives the page number of a destination once it is known. */
export type PageNumberSlot = { destination: string };

export type LayoutNode = {
  type: string;
  box?: { top: number; left: number; width: number; height: number };
  props: {
    structure?: Structure;
    pageNumberOf?: PageNumberSlot;
    tagKey?: number;
    fixed?: boolean;
    /** A note that is dropped when every character could be printed. */
    onlyWithReplaced?: boolean;
    [name: string]: unknown;
  };
  /** The decoded pixels of an image; missing when it could not be read. */
  image?: unknown;
  style?: unknown;
  value?: string;
  children?: LayoutNode[];
};
