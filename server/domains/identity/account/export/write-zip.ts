import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export interface ZipEntry {
  name: string;
  body: Buffer;
  /** Whether the body is already compressed. */
  isCompressed?: boolean;
}

/**
 * Returns a ZIP archive. Compresses each entry while it reads the next one, and keeps only compressed entries in
 * memory.
 */
export const writeZip = async (entries: AsyncIterable<ZipEntry>, mtime: Date): Promise<Buffer> => {
  const zip = new ZipFile();
  for await (const { name, body, isCompressed = false } of entries)
    zip.addBuffer(body, name, { mtime, compress: !isCompressed });
  zip.end();
  return buffer(zip.outputStream);
};
