import { packTables } from "./pack-tables";
import type { Outline, OutlinePoint } from "./variable-font";

export type FontFacts = { name: string; weight: number; unitsPerEm: number; ascent: number; descent: number };
type Glyph = Outline & { codePoint: number };

const bytes = (length: number, ...fields: [offset: number, value: number, size: 1 | 2 | 4][]): Buffer => {
  const table = Buffer.alloc(length);
  for (const [offset, value, size] of fields) {
    if (value < 0) table.writeIntBE(value, offset, size);
    else table.writeUIntBE(value, offset, size);
  }
  return table;
};

const words = (values: readonly number[]): Buffer => {
  const table = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    table.writeInt16BE(value, index * 2);
  });
  return table;
};

const differences = (values: readonly number[]): number[] =>
  values.map((value, index) => value - (values[index - 1] ?? 0));

const boundsOf = (points: readonly OutlinePoint[]): [number, number, number, number] => {
  let [left, bottom, right, top] = [32_767, 32_767, -32_768, -32_768];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return points.length === 0 ? [0, 0, 0, 0] : [left, bottom, right, top];
};

// Writes simple glyphs without packed flags or short coordinates, because the PDF is compressed anyway.
const glyphTable = ({ points }: Outline): Buffer => {
  if (points.length === 0) return Buffer.alloc(0);
  const ends = points.flatMap(({ endContour }, index) => (endContour ? [index] : []));
  const flags = Buffer.from(points.map(({ onCurve }) => (onCurve ? 1 : 0)));
  const table = Buffer.concat([
    words([ends.length, ...boundsOf(points), ...ends, 0]),
    flags,
    words(differences(points.map(({ x }) => x))),
    words(differences(points.map(({ y }) => y))),
  ]);
  return Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
};

const characterMap = (glyphs: readonly Glyph[]): Buffer => {
  const header = bytes(28, [2, 1, 2], [4, 3, 2], [6, 10, 2], [8, 12, 4], [12, 12, 2], [16, 16 + glyphs.length * 12, 4]);
  header.writeUInt32BE(glyphs.length, 24);
  const groups = glyphs.map(({ codePoint }, index) =>
    bytes(12, [0, codePoint, 4], [4, codePoint, 4], [8, index + 1, 4]),
  );
  return Buffer.concat([header, ...groups]);
};

const nameTable = (name: string): Buffer => {
  const text = Buffer.from(name, "utf16le").swap16();
  const record = [3, 1, 0x409, 6, text.length, 0].flatMap((value, index): [number, number, 2][] => [
    [6 + index * 2, value, 2],
  ]);
  return Buffer.concat([bytes(18, [2, 1, 2], [4, 18, 2], ...record), text]);
};

const tablesOf = (glyphs: readonly Outline[], { name, weight, unitsPerEm, ascent, descent }: FontFacts) => {
  const outlines = glyphs.map(glyphTable);
  const offsets = [0];
  for (const { length } of outlines) offsets.push((offsets.at(-1) ?? 0) + length);
  const loca = Buffer.alloc(offsets.length * 4);
  offsets.forEach((offset, index) => {
    loca.writeUInt32BE(offset, index * 4);
  });
  const [left, bottom, right, top] = boundsOf(glyphs.flatMap(({ points }) => points));
  const widest = Math.max(...glyphs.map(({ advance }) => advance));
  return {
    glyf: Buffer.concat(outlines),
    loca,
    hmtx: words(glyphs.flatMap(({ advance, points }) => [advance, boundsOf(points)[0]])),
    head: bytes(
      54,
      [0, 0x10000, 4],
      [12, 0x5f0f3cf5, 4],
      [18, unitsPerEm, 2],
      [36, left, 2],
      [38, bottom, 2],
      [40, right, 2],
      [42, top, 2],
      [46, 8, 2],
      [48, 2, 2],
      [50, 1, 2],
    ),
    hhea: bytes(36, [0, 0x10000, 4], [4, ascent, 2], [6, descent, 2], [10, widest, 2], [34, glyphs.length, 2]),
    maxp: bytes(32, [0, 0x10000, 4], [4, glyphs.length, 2], [14, 1, 2]),
    os2: bytes(
      96,
      [0, 4, 2],
      [4, weight, 2],
      [6, 5, 2],
      [68, ascent, 2],
      [70, descent, 2],
      [74, ascent, 2],
      [76, -descent, 2],
      [86, 543, 2],
      [88, 733, 2],
    ),
    post: bytes(32, [0, 0x30000, 4]),
    name: nameTable(name),
  };
};

/** Assembles a TrueType font from outlines, for characters without ligatures or marks. */
export const assembleFont = (outlines: ReadonlyMap<number, Outline>, facts: FontFacts): Buffer => {
  const glyphs = [...outlines].map(([codePoint, outline]) => ({ codePoint, ...outline }));
  glyphs.sort((one, other) => one.codePoint - other.codePoint);
  const { glyf, head, hhea, hmtx, loca, maxp, name, os2, post } = tablesOf(
    [{ points: [], advance: 1_000 }, ...glyphs],
    facts,
  );
  return packTables(0x10000, [
    { tag: "OS/2", data: os2 },
    { tag: "cmap", data: characterMap(glyphs) },
    { tag: "glyf", data: glyf },
    { tag: "head", data: head },
    { tag: "hhea", data: hhea },
    { tag: "hmtx", data: hmtx },
    { tag: "loca", data: loca },
    { tag: "maxp", data: maxp },
    { tag: "name", data: name },
    { tag: "post", data: post },
  ]);
};
