import { getStore } from "@/server/adapters/store";
import { ApplyCallback, type CallbackPage } from "@/server/domains/audits/callback-contract";
import { retainPages, storePages } from "@/server/domains/audits/store-pages";
import { deleteScheduledObjects } from "@/server/domains/audits/websites";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { expect, test } from "../support/api";
import { deliver, pageOf, postCallback, startAuditOf } from "../support/scans";

const pagesOf = (auditId: string) => ({ where: { key: { startsWith: `audits/${auditId}/` } } });

const deleteScheduled = async (): Promise<void> => {
  while (await deleteScheduledObjects());
};

test("the page results of an accepted callback are not scheduled for deletion", async ({ as, rest, db }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [pageOf(url), pageOf(`${url}b`)]);
  expect(await db.objectToDelete.count(pagesOf(id))).toBe(0);
  await deleteScheduled();
  for (const { result_key } of await db.scanAudit.findMany({ where: { audit_id: id } }))
    expect(await getStore().head(result_key ?? "")).not.toBeNull();
});

test("page results of a failed callback are deleted after an hour, and the callback can be retried", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  const body = { sequence: 1, pages_total: 2, pages: [pageOf(url)] };
  await db.$executeRaw`ALTER TABLE violations ADD CONSTRAINT none_today CHECK (rule_id = '') NOT VALID`;
  try {
    expect(await postCallback(rest, id, body)).toFail(500, "internal");
  } finally {
    await db.$executeRaw`ALTER TABLE violations DROP CONSTRAINT none_today`;
  }
  const [lost] = await db.objectToDelete.findMany(pagesOf(id));
  expect(await getStore().head(lost?.key ?? "")).not.toBeNull();
  expect((await postCallback(rest, id, body)).data).toEqual({ ignored: false });
  expect((await owner.get(`/api/website-audit/${id}/`)).data.pages_done).toBe(1);

  await deleteScheduled();
  expect(await db.objectToDelete.count(pagesOf(id))).toBe(1);
  await db.objectToDelete.updateMany({ ...pagesOf(id), data: { created_at: new Date(Date.now() - 3_601_000) } });
  await deleteScheduled();
  expect(await db.objectToDelete.count(pagesOf(id))).toBe(0);
  expect(await getStore().head(lost?.key ?? "")).toBeNull();
  const kept = await db.scanAudit.findFirstOrThrow({ where: { audit_id: id } });
  expect(await getStore().head(kept.result_key ?? "")).not.toBeNull();
});

test("rows never refer to page results that were purged during a slow callback", async ({ as, db }) => {
  const { id, url, website_id } = await startAuditOf(as("owner"));
  const stored = await storePages({ id, website_id }, [
    ApplyCallback.shape.pages.parse([pageOf(url)])[0] as CallbackPage,
  ]);
  await db.objectToDelete.updateMany({ ...pagesOf(id), data: { created_at: new Date(Date.now() - 3_601_000) } });
  await deleteScheduled();
  await expect(inUnscopedTransaction((ctx) => retainPages(ctx.db, stored))).rejects.toMatchObject({
    code: "unavailable",
  });
});

test("page results from a failed callback are deleted immediately when their website is deleted", async ({
  as,
  db,
}) => {
  const owner = as("owner");
  const { id, website_id } = await startAuditOf(owner);
  const key = `audits/${id}/pages/left.json.gz`;
  await getStore().put(key, Buffer.from("left"), { contentType: "application/gzip" });
  await db.objectToDelete.create({ data: { key } });
  expect((await owner.delete(`/api/websites/${website_id}/`)).status).toBe(200);
  await deleteScheduled();
  expect(await getStore().head(key)).toBeNull();
  expect(await db.objectToDelete.count(pagesOf(id))).toBe(0);
});
