import { getStore } from "@/server/adapters/store";
import { deleteScheduledObjects } from "@/server/domains/audits/websites";
import { expect, test } from "../support/api";
import { deliver, pageOf, startAuditOf } from "../support/scans";

test("deleting a website deletes its stored page results, and no others", async ({ as, rest, db }) => {
  const owner = as("owner");
  const gone = await startAuditOf(owner);
  const stays = await startAuditOf(owner);
  await deliver(rest, gone.id, [pageOf(gone.url)]);
  await deliver(rest, stays.id, [pageOf(stays.url)]);
  const keyOf = async (audit_id: string) =>
    (await db.scanAudit.findFirstOrThrow({ where: { audit_id } })).result_key ?? "";
  const [goneKey, staysKey] = [await keyOf(gone.id), await keyOf(stays.id)];

  expect((await owner.delete(`/api/websites/${gone.website_id}/`)).status).toBe(200);
  while (await deleteScheduledObjects());

  expect(await getStore().head(goneKey)).toBeNull();
  expect(await getStore().head(staysKey)).not.toBeNull();
  expect(await db.objectToDelete.count({ where: { key: { in: [goneKey, staysKey] } } })).toBe(0);
});
