import { hasRightToLeft } from "../text/script-of";
import type { GlyphPosition, PlacedGlyph } from "./place-marks";

export type PaintedFont = {
  id: string;
  font: { unitsPerEm: number };
  /** Returns the glyphs' hexadecimal codes in the embedded font. */
  encode(glyphs: readonly PlacedGlyph[]): string[];
};

type Line = { glyphs: readonly PlacedGlyph[]; positions: readonly GlyphPosition[]; x: number; y: number };

const written = (value: number): string => String(Math.round(value * 1e4) / 1e4);

const actualText = (text: string): string =>
  `/Span <</ActualText <FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>>> BDC`;

// Returns the text to attach to a line, or null if the line doesn't need any. Without the text, PDF readers that rely
// on glyph positions would mistake marks for separate lines.
const actualTextOf = (glyphs: readonly PlacedGlyph[]): string | null => {
  const [first] = glyphs;
  const whole = first?.reordered;
  if (whole) return whole.first === first && whole.glyphs === glyphs.length ? whole.text : null;
  if (!glyphs.some(({ placement, parts }) => placement ?? parts)) return null;
  const text = String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints));
  return hasRightToLeft(text) ? null : text;
};

const pensOf = ({ positions, x }: Line): number[] => {
  let pen = x;
  return positions.map(({ xAdvance }) => {
    const start = pen;
    pen += xAdvance;
    return start;
  });
};

/**
 * Returns the text operators that print a line of glyphs (ISO 32000-1, 9.4). Consecutive glyphs share one operator with
 * their kerning; glyphs and parts with positions of their own get an operator each. Reordered glyphs are tagged with
 * the text that they stand for.
 */
export const glyphOperators = (line: Line, { id, font, encode }: PaintedFont, size: number): string[] => {
  const { glyphs, positions, y } = line;
  const unit = size / font.unitsPerEm;
  const codes = encode(glyphs);
  const pens = pensOf(line);
  const penOf = new Map(glyphs.map((glyph, index) => [glyph, pens[index] ?? 0]));
  const operators = ["BT", `/${id} ${written(size)} Tf`];
  let together: string[] = [];
  const flush = () => {
    if (together.length > 0) operators.push(`[${together.join(" ")}] TJ`);
    together = [];
  };
  const moveTo = (left: number, top: number) => operators.push(`1 0 0 1 ${written(left)} ${written(top)} Tm`);
  const text = actualTextOf(glyphs);
  if (text) operators.unshift(actualText(text));
  glyphs.forEach((glyph, index) => {
    const pen = pens[index] ?? 0;
    const { placement } = glyph;
    if (placement) {
      flush();
      moveTo((penOf.get(placement.base) ?? pen) + placement.x * unit, y + placement.y * unit);
      operators.push(`<${codes[index]}> Tj`);
      return;
    }
    if (together.length === 0) moveTo(pen, y);
    const kerning = ((positions[index]?.xAdvance ?? 0) - glyph.advanceWidth * unit) * (1_000 / size);
    together.push(Math.abs(kerning) < 1e-4 ? `<${codes[index]}>` : `<${codes[index]}> ${written(-kerning)}`);
  });
  flush();
  // Parts come last, because between letters they would split words for PDF readers that rely on the order of
  // operators.
  glyphs.forEach((glyph, index) => {
    for (const part of glyph.parts ?? []) {
      moveTo((pens[index] ?? 0) + part.x * unit, y + part.y * unit);
      const painted = `<${encode([part.glyph])[0]}> Tj`;
      operators.push(...(text ? [painted] : [actualText(""), painted, "EMC"]));
    }
  });
  return [...operators, "ET", ...(text ? ["EMC"] : [])];
};
