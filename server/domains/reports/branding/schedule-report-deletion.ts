import type { Ctx } from "@/server/core/context";
import { brandingChanged } from "@/server/core/events";

/**
 * Schedules the deletion of an organisation's stored audit reports, so that they are rendered with the new branding the
 * next time they are requested.
 */
export const scheduleReportDeletion = async ({ db, emit }: Ctx, org_id: string): Promise<void> => {
  await db.$executeRaw`
    INSERT INTO objects_to_delete (key)
    SELECT 'reports/' || a.id || '/' || file.name
    FROM website_audits a
    CROSS JOIN (VALUES ('full.pdf'), ('report.pdf'), ('accessibility.pdf'), ('singlePage.pdf'), ('data.json')) AS file (name)
    WHERE a.org_id = ${org_id}::uuid
    ON CONFLICT DO NOTHING`;
  emit(brandingChanged.create({ org_id }));
};
