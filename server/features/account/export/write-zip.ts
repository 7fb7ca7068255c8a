import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  body: Buffer;
}

/** Seconds in steps of two, and years from 1980, as the format counts them. */
const dosTime = (at: Date): number => {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return date * 0x10000 + time;
};

/** What the header before a file and its copy at the end have in common: version 2.0, UTF-8 names, deflated. */
const factsOf = ({ name, body }: ZipEntry, packed: Buffer, at: Date): Buffer => {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(0x0800, 2);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(dosTime(at), 6);
  facts.writeUInt32LE(crc32(body), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(body.length, 18);
  facts.writeUInt16LE(Buffer.byteLength(name), 22);
  return facts;
};

const numbered = (signature: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  return bytes;
};

/** Before the facts of an entry of the directory: made by version 2.0 of the format. */
const directoryHead = (): Buffer => {
  const head = numbered(0x02014b50, 6);
  head.writeUInt16LE(20, 4);
  return head;
};

/** Of the directory's entry, what follows the facts: no comment, plain attributes, where the file begins. */
const placeOf = (offset: number): Buffer => {
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return place;
};

const endOf = (count: number, size: number, offset: number): Buffer => {
  const end = numbered(0x06054b50, 22);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
};

/**
 * A ZIP archive of these files, as in PKWARE's APPNOTE 6.3. Without ZIP64: less than 4 GiB, and 65,535 files.
 */
export const writeZip = (entries: readonly ZipEntry[], at: Date): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = deflateRawSync(entry.body);
    const [facts, name] = [factsOf(entry, packed, at), Buffer.from(entry.name)];
    directory.push(directoryHead(), facts, placeOf(offset), name);
    const file = Buffer.concat([numbered(0x04034b50, 4), facts, name, packed]);
    files.push(file);
    offset += file.length;
  }
  const index = Buffer.concat(directory);
  return Buffer.concat([...files, index, endOf(entries.length, index.length, offset)]);
};
