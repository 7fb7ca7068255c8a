import { inflateSync } from "node:zlib";
import { type FontTable, packTables } from "./pack-tables";

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;

const readTable = (woff: Buffer, index: number): FontTable => {
  const entry = WOFF_HEADER + index * WOFF_ENTRY;
  const offset = woff.readUInt32BE(entry + 4);
  const packedLength = woff.readUInt32BE(entry + 8);
  const length = woff.readUInt32BE(entry + 12);
  const packed = woff.subarray(offset, offset + packedLength);
  const data = packedLength < length ? inflateSync(packed) : packed;
  return { tag: woff.toString("latin1", entry, entry + 4), checksum: woff.readUInt32BE(entry + 16), data };
};

/**
 * Decompresses a WOFF 1.0 font to the TrueType file that it was made from (https://www.w3.org/TR/WOFF/). fontkit also
 * reads WOFF, but decompresses a whole table for every glyph.
 */
export const unpackWoff = (woff: Buffer): Buffer => {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("The file isn't a WOFF 1.0 font.");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => readTable(woff, index));
  return packTables(woff.readUInt32BE(4), tables);
};
