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
  /** Text alternative of a figure, or what a link leads to. */
  alt?: string;
  /** What assistive technology reads instead of the printed text. */
  actualText?: string;
  /** Language of the text where it is not the document's. */
  language?: string;
  scope?: "Column" | "Row";
  numbering?: "Decimal" | "Disc" | "None";
  /** Name that links inside the document lead to. */
  destination?: string;
  bookmark?: { title: string; level: number };
};

/** The slot of a contents line that receives the page number of a destination once it is known. */
export type PageNumberSlot = { destination: string };

export type LayoutNode = {
  type: string;
  box?: { top: number; left: number; width: number; height: number };
  props: {
    structure?: Structure;
    pageNumberOf?: PageNumberSlot;
    tagKey?: number;
    fixed?: boolean;
    /** A note that is dropped where every character could be printed. */
    onlyWithReplaced?: boolean;
    [name: string]: unknown;
  };
  /** The decoded picture of an image; missing when it could not be read. */
  image?: unknown;
  style?: unknown;
  value?: string;
  children?: LayoutNode[];
};
