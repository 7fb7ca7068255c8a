import { readFile } from "node:fs/promises";
import { Font } from "@react-pdf/renderer";
import { readProperty } from "@/server/core/property";

export type OutlinePoint = { x: number; y: number; onCurve: boolean; endContour: boolean };
export type Outline = { points: OutlinePoint[]; advance: number };

type Point = OutlinePoint & { copy(): Point };
type Processor = { transformPoints(glyph: number, points: Point[]): void };
type Woff2Font = {
  characterSet: number[];
  fvar: object;
  variationCoords: number[] | null;
  glyphForCodePoint(codePoint: number): { id: number; advanceWidth: number };
  _variationProcessor: Processor & { constructor: new (font: Woff2Font, coordinates: number[]) => Processor };
  _transformedGlyphs: { points?: Point[] }[];
};

/** The outlines in one file of a variable-weight font; undefined for characters that it doesn't have. */
export type VariableFont = { outlineOf(codePoint: number, weight: number): Outline | undefined };

let opened = 0;

// Opens a font through React-PDF's font store, because React-PDF bundles the font reader and doesn't expose it in any
// other way.
const openFont = async (file: string): Promise<Woff2Font> => {
  opened += 1;
  const family = `reading ${opened}`;
  const source = `data:font/woff2;base64,${(await readFile(file)).toString("base64")}`;
  Font.register({ family, src: source });
  try {
    await Font.load({ fontFamily: family });
    return readProperty(Font.getFont({ fontFamily: family }), "data") as Woff2Font;
  } finally {
    delete Font.getRegisteredFonts()[family];
  }
};

// Number of points that describe a glyph's metrics and vary with the weight (OpenType, "gvar").
const PHANTOM_POINTS = 4;

/**
 * Opens a WOFF2 font whose only variation axis is weight. Applies variations to the outlines here, because the font
 * reader applies them only in TrueType files. Composite glyphs have no outlines of their own and stay empty.
 */
export const openVariableFont = async (file: string): Promise<VariableFont> => {
  const font = await openFont(file);
  const known = new Set(font.characterSet);
  font.variationCoords = [400];
  const { constructor: Varied } = font._variationProcessor;
  const processors = new Map<number, Processor>();
  const processorFor = (weight: number): Processor => {
    const processor = processors.get(weight) ?? new Varied(font, [weight]);
    processors.set(weight, processor);
    return processor;
  };
  return {
    outlineOf: (codePoint, weight) => {
      if (!known.has(codePoint)) return undefined;
      const { id, advanceWidth: advance } = font.glyphForCodePoint(codePoint);
      const points = (font._transformedGlyphs[id]?.points ?? []).map((point) => point.copy());
      const [first] = points;
      if (!first) return { points, advance };
      const phantoms = Array.from({ length: PHANTOM_POINTS }, () =>
        Object.assign(first.copy(), { x: 0, y: 0, endContour: true }),
      );
      processorFor(weight).transformPoints(id, [...points, ...phantoms]);
      return { points, advance };
    },
  };
};
