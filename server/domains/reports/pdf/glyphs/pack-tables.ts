const HEADER = 12;
const ENTRY = 16;

export type FontTable = { tag: string; data: Buffer; checksum?: number };

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** Packs tables into a TrueType file. The tables must be sorted by tag (OpenType, "Font file"). */
export const packTables = (version: number, tables: readonly FontTable[]): Buffer => {
  const start = HEADER + tables.length * ENTRY;
  const font = Buffer.alloc(start + tables.reduce((total, { data }) => total + padded(data.length), 0));
  const selector = Math.floor(Math.log2(tables.length));
  font.writeUInt32BE(version, 0);
  font.writeUInt16BE(tables.length, 4);
  font.writeUInt16BE(2 ** selector * ENTRY, 6);
  font.writeUInt16BE(selector, 8);
  font.writeUInt16BE((tables.length - 2 ** selector) * ENTRY, 10);
  let offset = start;
  tables.forEach(({ tag, data, checksum = 0 }, index) => {
    const entry = HEADER + index * ENTRY;
    font.write(tag, entry, "latin1");
    font.writeUInt32BE(checksum, entry + 4);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(data.length, entry + 12);
    data.copy(font, offset);
    offset += padded(data.length);
  });
  return font;
};
