import { createHash } from "node:crypto";
import { getUnscopedDb } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import type { Screenshot } from "@/server/scanner/contract";

export interface AuditOfWebsite {
  id: string;
  website_id: string;
}

/** A screenshot in the object store; `isNew` is true if its row hasn't been written yet. */
export interface StoredScreenshot {
  id: string;
  hash: string;
  key: string;
  width: number;
  height: number;
  bytes: number;
  isNew: boolean;
}

/** An image as sent by a scanner. */
export type SentImage = Pick<Screenshot, "width" | "height" | "data">;
type File = Pick<Screenshot, "width" | "height"> & { hash: string; body: Buffer };

const isWebp = (body: Buffer): boolean =>
  body.toString("latin1", 0, 4) === "RIFF" && body.toString("latin1", 8, 12) === "WEBP";

/** Returns null for an image that can't be stored, because the page is still worth saving without it. */
const readFile = (image: SentImage | null): File | null => {
  if (!image || env.SCREENSHOT_MAX_HEIGHT === 0) return null;
  const body = Buffer.from(image.data, "base64");
  if (!isWebp(body) || body.length > env.SCREENSHOT_MAX_KB * 1_000) return null;
  const [width, height] = [Math.round(image.width), Math.round(image.height)];
  return { width, height, body, hash: createHash("sha256").update(body).digest("base64url") };
};

const findKnown = async (db: Db, website_id: string, hashes: string[]): Promise<StoredScreenshot[]> => {
  if (hashes.length === 0) return [];
  const rows = await db.screenshot.findMany({ where: { website_id, hash: { in: hashes } } });
  return rows.map((row) => ({ ...row, isNew: false }));
};

/**
 * Stores the images that the website doesn't have yet. Returns the stored screenshot for each image, or null if the
 * image can't be stored. As with page results, each new object is scheduled for deletion until its row is written.
 */
export const storeScreenshots = async (
  audit: AuditOfWebsite,
  images: readonly (SentImage | null)[],
): Promise<(StoredScreenshot | null)[]> => {
  const files = images.map(readFile);
  const byHash = new Map(files.flatMap((file) => (file ? [[file.hash, file] as const] : [])));
  const db = await getUnscopedDb();
  const known = await findKnown(db, audit.website_id, [...byHash.keys()]);
  for (const { hash } of known) byHash.delete(hash);
  const added = [...byHash.values()].map(({ body, ...file }) => {
    const id = newId();
    return { ...file, id, key: `audits/${audit.id}/pages/${id}.webp`, bytes: body.length, isNew: true, body };
  });
  await db.objectToDelete.createMany({ data: added.map(({ key }) => ({ key })) });
  const store = getStore();
  await Promise.all(added.map(({ key, body }) => store.put(key, body, { contentType: "image/webp" })));
  const all = new Map([...known, ...added.map(({ body: _, ...file }) => file)].map((file) => [file.hash, file]));
  return files.map((file) => (file ? (all.get(file.hash) ?? null) : null));
};

/**
 * Writes the row of a new screenshot. Returns the id of the row, or of the existing row if the same image was already
 * stored. Returns null if the screenshot's file has been deleted in the meantime.
 */
const insertOne = async (db: Db, website_id: string, picture: StoredScreenshot): Promise<string | null> => {
  const { count } = await db.objectToDelete.deleteMany({ where: { key: picture.key } });
  if (count === 0) return null;
  const { id, hash, key, width, height, bytes } = picture;
  const [row] = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO screenshots (id, website_id, hash, key, width, height, bytes)
    VALUES (${id}::uuid, ${website_id}::uuid, ${hash}, ${key}, ${width}, ${height}, ${bytes})
    ON CONFLICT (website_id, hash) DO UPDATE SET last_used_at = now()
    RETURNING id::text`;
  if (row?.id !== id) await db.objectToDelete.create({ data: { key } });
  return row?.id ?? null;
};

/** Records that a stored screenshot is still in use. Returns null if it has been purged in the meantime. */
const touchOne = async (db: Db, id: string): Promise<string | null> => {
  const { count } = await db.screenshot.updateMany({ where: { id }, data: { last_used_at: new Date() } });
  return count === 1 ? id : null;
};

/** Writes the rows of these screenshots, in the transaction that writes their pages. Returns the rows' ids by hash. */
export const retainScreenshots = async (
  db: Db,
  website_id: string,
  pictures: readonly (StoredScreenshot | null)[],
): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  const byHash = new Map(pictures.flatMap((picture) => (picture ? [[picture.hash, picture] as const] : [])));
  for (const [hash, picture] of [...byHash].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const id = picture.isNew ? await insertOne(db, website_id, picture) : await touchOne(db, picture.id);
    if (id) ids.set(hash, id);
  }
  return ids;
};
