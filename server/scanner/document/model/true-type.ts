/** Returns the position of a table in a TrueType font, or null if it is missing. */
const findTable = (font: Buffer, tag: string): number | null => {
  const count = font.length >= 12 ? font.readUInt16BE(4) : 0;
  for (let at = 12; at < 12 + 16 * count && at + 16 <= font.length; at += 16)
    if (font.toString("latin1", at, at + 4) === tag) return font.readUInt32BE(at + 8);
  return null;
};

/** Returns the numbers of the glyphs that have an outline, or null if the font can't be read. */
export const listOutlines = (font: Buffer): number[] | null => {
  const [head, maximum, locations] = [findTable(font, "head"), findTable(font, "maxp"), findTable(font, "loca")];
  if (head === null || maximum === null || locations === null) return null;
  if (head + 52 > font.length || maximum + 6 > font.length) return null;
  const size = font.readInt16BE(head + 50) === 0 ? 2 : 4;
  const count = font.readUInt16BE(maximum + 4);
  if (locations + (count + 1) * size > font.length) return null;
  const at = (glyph: number): number => font.readUIntBE(locations + glyph * size, size);
  return Array.from({ length: count }, (_, glyph) => glyph).filter((glyph) => at(glyph + 1) > at(glyph));
};
