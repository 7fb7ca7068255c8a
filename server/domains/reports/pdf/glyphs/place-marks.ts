import { hasRightToLeft } from "../text/script-of";

export type Glyph = {
  id: number;
  advanceWidth: number;
  codePoints: number[];
  /** The font that contains the glyph. fontkit sets it on all glyphs. */
  _font?: PDFKit.Mixins.PDFFontSource;
};
export type GlyphPosition = { xAdvance: number; xOffset: number; yOffset: number };

/** The position, in font units, of a glyph that isn't at its own pen position. */
export type Placement = {
  /** The glyph whose pen position is the origin of `x` and `y`. */
  base: Glyph;
  x: number;
  y: number;
};

/** The text of a group of glyphs that aren't in character order, with the number of glyphs and the first glyph. */
export type ReorderedText = { text: string; glyphs: number; first: Glyph };

/** A glyph with its parts. A part, such as the dots of an Arabic letter, is a glyph without a character. */
export type PlacedGlyph = Glyph & {
  placement?: Placement;
  reordered?: ReorderedText;
  parts?: { glyph: Glyph; x: number; y: number }[];
};

type GlyphRun = { glyphs: PlacedGlyph[]; positions: GlyphPosition[] };
export type LayoutFont = {
  getGlyph(id: number, codePoints?: number[]): PlacedGlyph;
  layout(text: string, ...parameters: unknown[]): GlyphRun;
};

const COMPLEX = /[\u0900-\u0eff]/;

// Copies a glyph, because all occurrences of a glyph share one object until they are copied.
const copyOf = (glyph: PlacedGlyph): PlacedGlyph => Object.create(glyph) as PlacedGlyph;

// Reports whether glyphs are out of order. PDF readers restore the order of right-to-left text themselves, but assume
// that the glyphs of other text are in order.
const isReordered = (glyphs: readonly PlacedGlyph[], text: string): boolean =>
  !hasRightToLeft(text) && String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints)) !== text;

const joinParts = (run: GlyphRun) => {
  const glyphs: PlacedGlyph[] = [];
  const positions: GlyphPosition[] = [];
  run.glyphs.forEach((glyph, index) => {
    const [position, whole, place] = [run.positions[index], glyphs.at(-1), positions.at(-1)];
    if (!position) return;
    if (glyph.codePoints.length > 0 || !whole || !place) {
      glyphs.push(copyOf(glyph));
      positions.push({ ...position });
      return;
    }
    const part = { glyph, x: place.xAdvance + position.xOffset, y: position.yOffset };
    whole.parts = [...(whole.parts ?? []), part];
    place.xAdvance += position.xAdvance;
  });
  run.glyphs = glyphs;
  run.positions = positions;
};

const placeGlyphs = (run: GlyphRun, text: string) => {
  const reordered = isReordered(run.glyphs, text);
  joinParts(run);
  const { glyphs, positions } = run;
  let base = 0;
  let fromBase = 0;
  positions.forEach(({ xAdvance, xOffset, yOffset }, index) => {
    const [glyph, attached] = [glyphs[index], glyphs[base]];
    const isMark = index > 0 && glyph?.advanceWidth === 0;
    if (glyph && attached && (xOffset !== 0 || yOffset !== 0)) {
      glyph.placement = isMark
        ? { base: attached, x: fromBase + xOffset, y: yOffset }
        : { base: glyph, x: xOffset, y: yOffset };
    }
    if (!isMark) [base, fromBase] = [index, 0];
    fromBase += xAdvance;
  });
  if (reordered)
    for (const glyph of glyphs) glyph.reordered = { text, glyphs: glyphs.length, first: glyphs[0] ?? glyph };
};

const haveSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/**
 * Gives glyphs their own characters, because fontkit caches one object per glyph, with the characters it was first used
 * for.
 */
export const keepCharacters = (font: LayoutFont) => {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints);
    if (!codePoints || haveSame(glyph.codePoints, codePoints)) return glyph;
    return Object.assign(copyOf(glyph), { codePoints });
  };
};

/**
 * Makes a font record two things on its glyphs: the position of marks, because React-PDF drops their height and
 * reverses runs between shaping and painting; and, where shaping reorders glyphs, the text that they represent.
 */
export const rememberPlacements = (font: LayoutFont) => {
  const layOut = font.layout.bind(font);
  font.layout = (text, ...parameters) => {
    const run = layOut(text, ...parameters);
    const isMoved = run.positions.some(({ xOffset, yOffset }) => xOffset !== 0 || yOffset !== 0);
    const hasParts = run.glyphs.some(({ codePoints }) => codePoints.length === 0);
    if (isMoved || hasParts || (COMPLEX.test(text) && isReordered(run.glyphs, text))) placeGlyphs(run, text);
    return run;
  };
};
