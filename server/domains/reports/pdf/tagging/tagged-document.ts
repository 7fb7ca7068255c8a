import PDFDocument from "pdfkit";
import { glyphOperators, type PaintedFont } from "../glyphs/paint-glyphs";
import type { GlyphPosition, PlacedGlyph } from "../glyphs/place-marks";
import { ARCHIVE_FORMAT, UNIVERSAL_ACCESS_XMP } from "./conformance";
import type { Structure } from "./structure";

export type StructureElement = PDFKit.PDFStructureElement;
type StructureOptions = PDFKit.Mixins.StructureElementOptions & {
  bbox?: [number, number, number, number];
  scope?: string;
};
type Box = { top: number; left: number; width: number; height: number };
type EmbeddedFont = {
  id: string;
  scale: number;
  font: PDFKit.Mixins.PDFFontSource & { unitsPerEm: number };
  subset: { includeGlyph(id: number): number; glyphs: number[] };
  /** Codes by glyph and string, for glyphs that stand for more than one string. */
  codes?: Map<string, number>;
  widths: (number | undefined)[];
  unicode: (number[] | undefined)[];
  ref(): unknown;
};

// Members that are missing from pdfkit's types.
declare global {
  namespace PDFKit {
    interface PDFDocument {
      _font: EmbeddedFont;
      _fontSize: number;
      /** Current transformation matrix. */
      _ctm: number[];
    }
    interface PDFPage {
      /** Open marked content. */
      markings: unknown[];
    }
    interface PDFStructureElement {
      dictionary: { data: Record<string, unknown> };
    }
    interface PDFOutline {
      addItem(title: string, place: { top: number; left: number; fit: boolean; expanded: boolean }): PDFOutline;
    }
  }
}

export type DocumentFacts = { title: string; author: string; language: string; compress: boolean };

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

// Returns a glyph's code in the embedded font. pdfkit gives each glyph one code and maps each code to one string, but
// letters with the same base shape share a glyph, so each additional string for a glyph gets its own code.
const codeOf = (font: EmbeddedFont, id: number, codePoints: readonly number[]): number => {
  const code = font.subset.includeGlyph(id);
  const text = String(codePoints);
  if (font.unicode[code] === undefined || String(font.unicode[code]) === text) return code;
  font.codes ??= new Map();
  const key = `${id} ${text}`;
  const known = font.codes.get(key) ?? font.subset.glyphs.push(id) - 1;
  font.codes.set(key, known);
  return known;
};

// A word joiner, used as the text of glyphs that are parts of a letter and have no character of their own. Without it,
// PDF readers would show the glyph's code.
const NO_CHARACTER = [0x2060];

// Encodes glyphs as pdfkit does for its own text.
const encodeGlyphs = (font: EmbeddedFont, glyphs: readonly PlacedGlyph[]): string[] =>
  glyphs.map(({ id, advanceWidth, codePoints: own }) => {
    const codePoints = own.length > 0 ? own : NO_CHARACTER;
    const code = codeOf(font, id, codePoints);
    font.widths[code] ??= advanceWidth * font.scale;
    font.unicode[code] ??= codePoints;
    return code.toString(16).padStart(4, "0");
  });

/**
 * A pdfkit document in which all painted content is either in the structure tree or an artifact. A page starts as an
 * artifact; `openContent` switches to a structure element and `closeContent` switches back. Marked content follows ISO
 * 32000-1, 14.6 and 14.7.
 */
export class TaggedDocument extends PDFDocument {
  readonly rootElement: StructureElement;
  private openLink: { element: StructureElement; contents: string } | null = null;
  private readonly outlineLevels: PDFKit.PDFOutline[] = [];
  private readonly fontNames = new Map<PDFKit.Mixins.PDFFontSource, string>();

  constructor({ title, author, language, compress }: DocumentFacts) {
    super({
      compress,
      pdfVersion: "1.7",
      subset: ARCHIVE_FORMAT,
      tagged: true,
      lang: language,
      displayTitle: true,
      autoFirstPage: false,
      // Stops pdfkit from selecting its default font, Helvetica, which is never embedded.
      font: "",
      info: { Title: title, Author: author, Creator: "Curbcut", Producer: "Curbcut" },
    });
    this.rootElement = this.struct("Document", { title });
    this.addStructure(this.rootElement);
  }

  beginArtifact(type: "Layout" | "Pagination" = "Layout") {
    this.markContent("Artifact", { type });
  }

  openContent(element: StructureElement, tag: string) {
    this.closeMarks();
    element.add(this.markStructureContent(tag));
  }

  closeContent() {
    this.closeMarks();
    this.beginArtifact();
  }

  closeMarks() {
    while (this.markings().length > 0) this.endMarkedContent();
  }

  createElement(structure: Structure, box: Box | undefined): StructureElement {
    const options: StructureOptions = {};
    if (structure.alt && structure.tag === "Figure") options.alt = structure.alt;
    if (structure.actualText) options.actual = structure.actualText;
    if (structure.language) options.lang = structure.language;
    if (structure.scope) options.scope = structure.scope;
    if (structure.tag === "Figure" && box) {
      const top = this.distanceFromTop(box.top);
      const left = this.distanceFromLeft(box.left);
      options.bbox = [left, top, left + box.width, top + box.height];
    }
    const element = this.struct(structure.tag, options);
    if (structure.numbering) element.dictionary.data["A"] = { O: "List", ListNumbering: structure.numbering };
    return element;
  }

  enterLink(element: StructureElement, contents: string) {
    this.openLink = { element, contents };
  }

  // Ends the link's element. pdfkit records the page of a link's annotation when the element ends, which must therefore
  // happen on that page.
  leaveLink() {
    this.openLink?.element.end();
    this.openLink = null;
  }

  addBookmark(title: string, level: number, top: number) {
    const parent = this.outlineLevels[level - 2] ?? this.outline;
    // pdfkit measures `left` from the right edge of the page.
    const place = { top: this.distanceFromTop(top), left: this.page.width, fit: false, expanded: level === 1 };
    this.outlineLevels.length = level - 1;
    this.outlineLevels[level - 1] = parent.addItem(title, place);
  }

  addDestination(name: string, top: number) {
    this.addNamedDestination(name, "XYZ", 0, this.distanceFromTop(top), null);
  }

  // Gives each font object a name, because pdfkit caches fonts by name. Without a name, it would parse the font each
  // time the font changes.
  override font(source: PDFKit.Mixins.PDFFontSource, size?: number): this;
  override font(source: PDFKit.Mixins.PDFFontSource, family?: string, size?: number): this;
  override font(source: PDFKit.Mixins.PDFFontSource, familyOrSize?: string | number, size?: number): this {
    if (typeof familyOrSize === "string") return super.font(source, familyOrSize, size);
    if (typeof source === "string") return super.font(source, familyOrSize);
    const name = this.fontNames.get(source) ?? `font ${this.fontNames.size + 1}`;
    this.fontNames.set(source, name);
    return super.font(source, name, familyOrSize);
  }

  /**
   * Paints a run of glyphs laid out by React-PDF, each at the position that its font specifies. Consecutive glyphs of
   * another font, such as the ellipsis that React-PDF adds to a truncated line, are painted in their own font.
   */
  glyphs(glyphs: readonly PlacedGlyph[], positions: readonly GlyphPosition[], x: number, y: number) {
    const { _font: font, _fontSize: size } = this;
    let [start, left] = [0, x];
    while (start < glyphs.length) {
      const source = glyphs[start]?._font;
      const next = glyphs.findIndex((glyph, index) => index > start && glyph._font !== source);
      const end = next < 0 ? glyphs.length : next;
      if (source && source !== font.font) this.font(source, size);
      this.paintGlyphs(glyphs.slice(start, end), positions.slice(start, end), left, y);
      this._font = font;
      left += positions.slice(start, end).reduce((total, { xAdvance }) => total + xAdvance, 0);
      start = end;
    }
  }

  private paintGlyphs(glyphs: readonly PlacedGlyph[], positions: readonly GlyphPosition[], x: number, y: number) {
    const { _font: font, _fontSize: size } = this;
    const { fonts, height }: { fonts: Record<string, unknown>; height: number } = this.page;
    fonts[font.id] ??= font.ref();
    const painted: PaintedFont = { id: font.id, font: font.font, encode: (own) => encodeGlyphs(font, own) };
    this.save().transform(1, 0, 0, -1, 0, height);
    for (const operator of glyphOperators({ glyphs, positions, x, y: height - y }, painted, size)) {
      this.addContent(operator);
    }
    this.restore();
  }

  override link(...[x, y, width, height, url, options]: Parameters<PDFKit.PDFDocument["link"]>): this {
    return super.link(x, y, width, height, url, this.annotationOptions(options));
  }

  override goTo(...[x, y, width, height, name, options]: Parameters<PDFKit.PDFDocument["goTo"]>): this {
    return super.goTo(x, y, width, height, name, this.annotationOptions(options));
  }

  // Escapes the title and author for XML. pdfkit calls this method after writing the information dictionary and before
  // writing the same values into XML unescaped.
  override endMetadata() {
    this.info.Title = escapeXml(this.info.Title ?? "");
    this.info.Author = escapeXml(this.info.Author ?? "");
    this.appendXML(UNIVERSAL_ACCESS_XMP);
    super.endMetadata();
  }

  private annotationOptions(options: object | undefined): PDFKit.Mixins.AnnotationOption {
    if (!this.openLink) throw new Error("A link annotation must be inside a tagged link.");
    const { element, contents } = this.openLink;
    return { ...options, Contents: new String(contents), structParent: element } as object;
  }

  private markings(): unknown[] {
    return this.page.markings;
  }

  private distanceFromTop(top: number): number {
    const [, , , scaleY = -1, , offsetY = 0] = this._ctm;
    return this.page.height - (scaleY * top + offsetY);
  }

  private distanceFromLeft(left: number): number {
    const [scaleX = 1, , , , offsetX = 0] = this._ctm;
    return scaleX * left + offsetX;
  }
}
