import { getDatabase } from "@/server/adapters/database";
import { getStore, signFileUrl } from "@/server/adapters/store";
import { inTransaction } from "@/server/core/transaction";
import { queueMail } from "@/server/features/messages";
import { collectData } from "./collect-data";
import { writeZip } from "./write-zip";

const hours = 24;

const keyOf = (id: string): string => `exports/${id}.zip`;

const findQueued = async (id: string) => {
  const { prisma } = await getDatabase();
  return prisma.dataExport.findUnique({ where: { id, status: "queued" } });
};

/** Packs a user's archive into the store. Nothing to do when the account was deleted meanwhile. */
export const packExport = async (id: string): Promise<void> => {
  const wanted = await findQueued(id);
  if (!wanted) return;
  const { prisma } = await getDatabase();
  // Noted before it is there, so that it goes with an account that is deleted in this moment.
  await prisma.dataExport.update({ where: { id }, data: { object_key: keyOf(id) } });
  const body = writeZip(await collectData(prisma, wanted.user_id), wanted.created_at);
  await getStore().put(keyOf(id), body, { contentType: "application/zip" });
};

/** Mails the link, which works for a day from now. */
export const mailExport = async (id: string): Promise<void> => {
  if (!(await findQueued(id))) return;
  const fileName = `curbcut-data-${new Date().toISOString().slice(0, 10)}.zip`;
  const { url, expires_at } = signFileUrl(keyOf(id), { expiresInSeconds: hours * 60 * 60, fileName });
  await inTransaction(async (system) => {
    const { count } = await system.db.dataExport.updateMany({
      where: { id, status: "queued" },
      data: { status: "ready", expires_at },
    });
    if (count === 0) return;
    const { user } = await system.db.dataExport.findUniqueOrThrow({ where: { id }, include: { user: true } });
    const data = { url, expires_at: expires_at.toISOString() };
    await queueMail(system, { to: user.email, template: "data-export-ready", data, idempotencyKey: `export:${id}` });
  });
};

/** Lets the user ask anew. */
export const failExport = async (id: string): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.dataExport.updateMany({ where: { id, status: "queued" }, data: { status: "failed" } });
};

const batchSize = 100;

/** Removes archives whose link has died. Answers whether there may be more. */
export const forgetExports = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const rows = await prisma.dataExport.findMany({
    where: { status: "ready", object_key: { not: null }, expires_at: { lt: new Date() } },
    take: batchSize,
  });
  for (const { id } of rows) await getStore().remove(keyOf(id));
  await prisma.dataExport.updateMany({ where: { id: { in: rows.map(({ id }) => id) } }, data: { object_key: null } });
  return rows.length === batchSize;
};
