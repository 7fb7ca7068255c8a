import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { getDatabase } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import type { CallbackPage } from "./callback-contract";

export type NumberedPage = CallbackPage & { page_id: string; result_key: string };

const compress = promisify(gzip);

const keysOf = (pages: readonly NumberedPage[]) => ({ key: { in: pages.map((page) => page.result_key) } });

const putPage = async ({ result_key, ...page }: NumberedPage): Promise<void> => {
  const body = await compress(JSON.stringify(page));
  await getStore().put(result_key, body, { contentType: "application/gzip", fileName: `${page.page_id}.json.gz` });
};

/**
 * Puts full results into the object store, before their rows are written, so that a row never points at nothing. Each
 * is doomed until `keepPages`, so that whatever goes wrong in between leaves none behind.
 */
export const storePages = async (auditId: string, pages: readonly CallbackPage[]): Promise<NumberedPage[]> => {
  if (pages.length === 0) return [];
  const stored = pages.map((page): NumberedPage => {
    const page_id = newId();
    return { ...page, page_id, result_key: `audits/${auditId}/pages/${page_id}.json.gz` };
  });
  const { prisma } = await getDatabase();
  await prisma.doomedObject.createMany({ data: stored.map(({ result_key }) => ({ key: result_key })) });
  await Promise.all(stored.map(putPage));
  return stored;
};

/** For the transaction that writes the rows of these pages. */
export const keepPages = async (db: Db, pages: readonly NumberedPage[]): Promise<void> => {
  if (pages.length === 0) return;
  const { count } = await db.doomedObject.deleteMany({ where: keysOf(pages) });
  if (count < pages.length) throw new AppError("unavailable", "This took too long. Send the results once more.");
};

/** Removes results that turned out not to be needed. */
export const dropPages = async (pages: readonly NumberedPage[]): Promise<void> => {
  if (pages.length === 0) return;
  await Promise.all(pages.map((page) => getStore().remove(page.result_key)));
  const { prisma } = await getDatabase();
  await prisma.doomedObject.deleteMany({ where: keysOf(pages) });
};
