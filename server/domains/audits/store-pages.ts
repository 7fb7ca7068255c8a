import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { getUnscopedDb } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import type { CallbackPage } from "./callback-contract";
import { type StoredPictures, storePictures } from "./store-strips";

/** A page whose pictures are stored separately. */
export type NumberedPage = CallbackPage & {
  page_id: string;
  result_key: string;
  screenshot: null;
  strips: never[];
  pictures: StoredPictures;
};

const compress = promisify(gzip);

const keysOf = (pages: readonly NumberedPage[]) => ({ key: { in: pages.map((page) => page.result_key) } });

const putPage = async ({
  result_key,
  screenshot: _,
  strips: __,
  pictures: ___,
  outline: ____,
  ...page
}: NumberedPage): Promise<void> => {
  const body = await compress(JSON.stringify(page));
  await getStore().put(result_key, body, { contentType: "application/gzip", fileName: `${page.page_id}.json.gz` });
};

/**
 * Stores full results before their rows are written, so that a row never points to a missing object. Each object is
 * scheduled for deletion until `retainPages` is called, so that an error in between leaves nothing behind.
 */
export const storePages = async (
  audit: { id: string; website_id: string },
  pages: readonly CallbackPage[],
): Promise<NumberedPage[]> => {
  if (pages.length === 0) return [];
  const storedPictures = await storePictures(audit, pages);
  const stored = storedPictures.map(({ page, pictures }): NumberedPage => {
    const page_id = newId();
    const result_key = `audits/${audit.id}/pages/${page_id}.json.gz`;
    return { ...page, page_id, result_key, screenshot: null, strips: [], pictures };
  });
  const db = await getUnscopedDb();
  await db.objectToDelete.createMany({ data: stored.map(({ result_key }) => ({ key: result_key })) });
  await Promise.all(stored.map(putPage));
  return stored;
};

/** Cancels the scheduled deletion of these pages' results, in the transaction that writes their rows. */
export const retainPages = async (db: Db, pages: readonly NumberedPage[]): Promise<void> => {
  if (pages.length === 0) return;
  const { count } = await db.objectToDelete.deleteMany({ where: keysOf(pages) });
  if (count < pages.length) throw new AppError("unavailable", "Storing the results took too long. Send them again.");
};

/** Deletes stored results that aren't needed after all. */
export const deletePages = async (pages: readonly NumberedPage[]): Promise<void> => {
  if (pages.length === 0) return;
  await Promise.all(pages.map((page) => getStore().remove(page.result_key)));
  const db = await getUnscopedDb();
  await db.objectToDelete.deleteMany({ where: keysOf(pages) });
};
