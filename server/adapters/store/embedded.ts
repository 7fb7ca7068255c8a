import { createHash, randomUUID } from "node:crypto";
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { errorCode } from "@/server/core/error-code";
import { AppError } from "@/server/core/errors";
import type { FileUrls } from "./file-urls";
import { assertKey, disposition } from "./object-key";
import type { ObjectStore, StoredObject } from "./port";

const Header = z.object({ key: z.string(), contentType: z.string(), fileName: z.string().optional() });
type Header = z.infer<typeof Header>;

const lengthBytes = 4;
/** A draft older than this must have been left behind by a process that was killed. */
const draftLifeMs = 3_600_000;

/**
 * Packs a header and a body into one file, so that both are always replaced together. The file contains the length of
 * the header, then the header as JSON, then the body.
 */
const pack = (header: Header, body: Buffer): Buffer => {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, body]);
};

const unpack = (file: Buffer): { header: Header; body: Buffer } => {
  const bodyStart = lengthBytes + file.readUInt32BE();
  const header = Header.parse(JSON.parse(file.subarray(lengthBytes, bodyStart).toString()));
  return { header, body: file.subarray(bodyStart) };
};

const readBodySize = async (path: string): Promise<number> => {
  const file = await open(path);
  try {
    const length = Buffer.alloc(lengthBytes);
    await file.read(length, 0, lengthBytes, 0);
    return (await file.stat()).size - lengthBytes - length.readUInt32BE();
  } finally {
    await file.close();
  }
};

const unlessMissing = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw new AppError("upstream_failed", "The object store folder can't be read or written to.", undefined, {
      cause: error,
    });
  }
};

const deleteOldDrafts = async (folder: string): Promise<void> => {
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const path = join(folder, name);
    const draft = await unlessMissing(stat(path));
    if (draft && Date.now() - draft.mtimeMs > draftLifeMs) await rm(path, { force: true });
  }
};

/**
 * Stores objects as files under `folder`, named by the SHA-256 of their key. `urls` signs links; the app serves them.
 */
export const fileStore = (folder: string, urls: FileUrls): ObjectStore => {
  const drafts = join(folder, "drafts");
  let draftsDeleted: Promise<void> | undefined;

  const pathOf = (key: string): string => {
    assertKey(key);
    const hash = createHash("sha256").update(key).digest("hex");
    return join(folder, hash.slice(0, 2), hash);
  };

  const write = async (path: string, content: Buffer): Promise<void> => {
    const draft = join(drafts, randomUUID());
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, path);
  };

  const read = async (key: string): Promise<StoredObject | null> => {
    const file = await unlessMissing(readFile(pathOf(key)));
    if (!file) return null;
    const { header, body } = unpack(file);
    return { body, contentType: header.contentType, disposition: disposition(key, header.fileName) };
  };

  return {
    kind: "files",
    location: folder,
    put: async (key, body, { contentType, fileName }) => {
      const path = pathOf(key);
      draftsDeleted ??= deleteOldDrafts(drafts);
      await draftsDeleted;
      const written = write(path, pack({ key, contentType, ...(fileName !== undefined && { fileName }) }, body));
      if ((await unlessMissing(written.then(() => true))) === null)
        throw new AppError("upstream_failed", "The object store folder disappeared during a write.");
    },
    read,
    get: async (key) => (await read(key))?.body ?? null,
    head: async (key) => {
      const size = await unlessMissing(readBodySize(pathOf(key)));
      return size === null ? null : { size };
    },
    remove: async (key) => void (await unlessMissing(unlink(pathOf(key)))),
    presign: async (key, options) => urls.sign(key, options),
    check: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
    },
  };
};
