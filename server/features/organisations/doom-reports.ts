import { brandingChanged } from "@/inngest/events";
import type { Ctx } from "@/server/core/context";

/** Has the kept reports of an organisation's audits removed, so that the next reader gets them as they look now. */
export const doomReports = async ({ db, emit }: Ctx, org_id: string): Promise<void> => {
  await db.$executeRaw`
    INSERT INTO doomed_objects (key)
    SELECT 'reports/' || a.id || '/' || file.name
    FROM website_audits a
    CROSS JOIN (VALUES ('full.pdf'), ('report.pdf'), ('accessibility.pdf'), ('singlePage.pdf'), ('data.json')) AS file (name)
    WHERE a.org_id = ${org_id}::uuid
    ON CONFLICT DO NOTHING`;
  emit(brandingChanged.create({ org_id }));
};
