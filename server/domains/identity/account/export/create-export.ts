import { getUnscopedDb } from "@/server/adapters/database";
import { getStore, signFileUrl } from "@/server/adapters/store";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { exportsKeptHours } from "../contract";
import { collectData } from "./collect-data";
import { writeZip } from "./write-zip";

const keyOf = (id: string): string => `exports/${id}.zip`;

const findQueued = async (id: string) => {
  const db = await getUnscopedDb();
  return db.dataExport.findUnique({ where: { id, status: "queued" } });
};

/** Creates the ZIP archive of a data export in the object store. Does nothing if the account has been deleted. */
export const packExport = async (id: string): Promise<void> => {
  const wanted = await findQueued(id);
  if (!wanted) return;
  const db = await getUnscopedDb();
  // The key is stored before the upload, so that deleting the account during the upload deletes the archive too.
  await db.dataExport.update({ where: { id }, data: { object_key: keyOf(id) } });
  const body = await writeZip(collectData(db, wanted.user_id), wanted.created_at);
  await getStore().put(keyOf(id), body, { contentType: "application/zip" });
};

/** Emails the download link, which is valid for one day. */
export const sendExportLink = async (id: string): Promise<void> => {
  if (!(await findQueued(id))) return;
  const fileName = `curbcut-data-${new Date().toISOString().slice(0, 10)}.zip`;
  const { url, expires_at } = signFileUrl(keyOf(id), { expiresInSeconds: exportsKeptHours * 60 * 60, fileName });
  await inUnscopedTransaction(async (system) => {
    const { count } = await system.db.dataExport.updateMany({
      where: { id, status: "queued" },
      data: { status: "ready", expires_at },
    });
    if (count === 0) return;
    const { user } = await system.db.dataExport.findUniqueOrThrow({ where: { id }, include: { user: true } });
    const data = { url, expires_at: expires_at.toISOString() };
    await queueEmail(system, { to: user.email, template: "data-export-ready", data, idempotencyKey: `export:${id}` });
  });
};

/** Marks the export as failed, so that the user can request another one. */
export const failExport = async (id: string): Promise<void> => {
  const db = await getUnscopedDb();
  await db.dataExport.updateMany({ where: { id, status: "queued" }, data: { status: "failed" } });
};

const batchSize = 100;

/** Deletes a batch of archives whose links have expired. Returns whether there may be more. */
export const purgeExports = async (): Promise<boolean> => {
  const db = await getUnscopedDb();
  const rows = await db.dataExport.findMany({
    where: { status: "ready", object_key: { not: null }, expires_at: { lt: new Date() } },
    take: batchSize,
  });
  for (const { id } of rows) await getStore().remove(keyOf(id));
  await db.dataExport.updateMany({ where: { id: { in: rows.map(({ id }) => id) } }, data: { object_key: null } });
  return rows.length === batchSize;
};
