import { hasRightToLeft } from "../text/script-of";

export type Glyph = { id: number; advanceWidth: number; codePoints: number[] };
export type GlyphPosition = { xAdvance: number; xOffset: number; yOffset: number };

/** Where a glyph stands that does not stand on its own pen position, in units of the font. */
export type Placement = {
  /** The glyph whose pen position counts. */
  base: Glyph;
  x: number;
  y: number;
};

/** The text of glyphs that do not stand in the order of their characters, and how many glyphs it takes. */
export type ReorderedText = { text: string; glyphs: number; first: Glyph };

/** A glyph with what belongs to it: the dots of an Arabic letter are glyphs without a character of their own. */
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

// Glyphs are shared by all their occurrences; a copy can be told from the others.
const copyOf = (glyph: PlacedGlyph): PlacedGlyph => Object.create(glyph) as PlacedGlyph;

// Readers take right to left text from its glyphs as it is; elsewhere they take the order of the glyphs for granted.
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

/** fontkit keeps one object a glyph, with the characters that it stood for first: afterwards each has its own. */
export const keepCharacters = (font: LayoutFont) => {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints);
    if (!codePoints || haveSame(glyph.codePoints, codePoints)) return glyph;
    return Object.assign(copyOf(glyph), { codePoints });
  };
};

/**
 * Makes a font write down on its glyphs where marks belong: between shaping and painting, React-PDF drops their
 * height and turns runs around; and what they say, where shaping changes their order.
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
