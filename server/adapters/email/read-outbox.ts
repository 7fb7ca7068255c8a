import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { errorCode } from "@/server/core/error-code";
import { notFound } from "@/server/core/errors";

export interface OutboxEntry {
  id: string;
  at: Date;
  to: string;
  from: string;
  subject: string;
}

export interface OutboxMessage extends OutboxEntry {
  /** The decoded headers, in the same order as in the file. */
  headers: { name: string; value: string }[];
  html: string;
  text: string;
  attachments: { fileName: string; contentType: string; size: number }[];
}

/**
 * Number of bytes to read from a file to get its headers. This is enough for any headers that we write; the rest of the
 * file may contain large attachments.
 */
const headerBytes = 16_384;
const idPattern = /^[0-9a-f]{32}$/;

const toText = (address: Email["from"]): string => {
  if (!address?.address) return "";
  return address.name ? `${address.name} <${address.address}>` : address.address;
};

const sizeOf = (content: string | ArrayBuffer | Uint8Array): number =>
  typeof content === "string" ? Buffer.byteLength(content) : content.byteLength;

const isMissing = (error: unknown): boolean => errorCode(error) === "ENOENT";

const toEntry = (id: string, at: Date, email: Email): OutboxEntry => ({
  id,
  at,
  to: toText(email.to?.[0]),
  from: toText(email.from),
  subject: email.subject ?? "",
});

/** Returns one email in the outbox, parsed. Throws AppError `not_found`. */
export const readOutboxMessage = async (folder: string, id: string): Promise<OutboxMessage> => {
  if (!idPattern.test(id)) throw notFound("email", id);
  const path = join(folder, `${id}.eml`);
  try {
    const email = await PostalMime.parse(await readFile(path));
    return {
      ...toEntry(id, (await stat(path)).mtime, email),
      headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
      html: email.html ?? "",
      text: email.text ?? "",
      attachments: email.attachments.map(({ filename, mimeType, content }) => ({
        fileName: filename ?? "",
        contentType: mimeType,
        size: sizeOf(content),
      })),
    };
  } catch (error) {
    throw isMissing(error) ? notFound("email", id) : error;
  }
};

const readHeaders = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    const end = buffer.indexOf("\r\n\r\n");
    return buffer.subarray(0, end < 0 ? bytesRead : end + 4);
  } finally {
    await file.close();
  }
};

/** Returns the newest emails in the outbox, at most `limit`. */
export const listOutboxMessages = async (folder: string, limit: number): Promise<OutboxEntry[]> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .map(async (name) => ({ id: name.slice(0, -".eml".length), at: (await stat(join(folder, name))).mtime })),
  );
  const newest = files.sort((a, b) => b.at.getTime() - a.at.getTime() || b.id.localeCompare(a.id)).slice(0, limit);
  return Promise.all(
    newest.map(async ({ id, at }) =>
      toEntry(id, at, await PostalMime.parse(await readHeaders(join(folder, `${id}.eml`)))),
    ),
  );
};
