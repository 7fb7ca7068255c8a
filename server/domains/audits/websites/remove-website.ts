import type { Ctx, Db } from "@/server/core/context";
import { auditEnded, websiteRemoved } from "@/server/core/events";
import type { WebsiteId } from "./contract";
import { getWebsite } from "./get-website";

/**
 * Schedules the deletion of page results, screenshots and all variants of reports. Must be called while the rows exist,
 * because they determine the keys.
 */
const scheduleDeletion = async (db: Db, websiteId: string): Promise<void> => {
  await db.$executeRaw`
    INSERT INTO objects_to_delete (key)
    SELECT p.result_key FROM scan_audits p JOIN website_audits a ON a.id = p.audit_id
    WHERE a.website_id = ${websiteId}::uuid AND p.result_key IS NOT NULL
    UNION
    SELECT key FROM screenshots WHERE website_id = ${websiteId}::uuid
    UNION
    SELECT a.id::text FROM website_audits a WHERE a.website_id = ${websiteId}::uuid
    UNION
    SELECT 'reports/' || a.id || '/' || file.name
    FROM website_audits a
    CROSS JOIN (VALUES ('full.pdf'), ('report.pdf'), ('accessibility.pdf'), ('singlePage.pdf'), ('data.json')) AS file (name)
    WHERE a.website_id = ${websiteId}::uuid
    ON CONFLICT DO NOTHING`;
};

/** Deletes a website with its audits, results, issues and reports. Cancels a running audit. */
export const removeWebsite = async (
  ctx: Pick<Ctx, "db" | "emit" | "org_id">,
  { id }: WebsiteId,
): Promise<{ id: string }> => {
  await getWebsite(ctx, { id });
  const running = await ctx.db.websiteAudit.findMany({
    where: { website_id: id, org_id: ctx.org_id, status: "in_progress" },
    select: { id: true },
  });
  await scheduleDeletion(ctx.db, id);
  await ctx.db.website.delete({ where: { id, org_id: ctx.org_id } });
  for (const audit of running) ctx.emit(auditEnded.create({ audit_id: audit.id }));
  ctx.emit(websiteRemoved.create({ website_id: id }));
  return { id };
};
