import type { Db } from "@/server/core/context";

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/**
 * Returns the names of these targets, by id. Leaves out targets that were deleted or belong to another organisation.
 */
export const nameTargets = async (
  db: Db,
  org_id: string,
  targets: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(targets)].filter(isUuid);
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    WITH wanted (id) AS (SELECT unnest(${ids}::uuid[]))
    SELECT u.id::text, u.name FROM users u JOIN wanted USING (id)
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.org_id = ${org_id}::uuid)
    UNION ALL
    SELECT i.id::text, i.email FROM invitations i JOIN wanted USING (id) WHERE i.org_id = ${org_id}::uuid
    UNION ALL
    SELECT w.id::text, w.name FROM websites w JOIN wanted USING (id) WHERE w.org_id = ${org_id}::uuid
    UNION ALL
    SELECT j.id::text, j.name FROM website_journeys j JOIN wanted USING (id) WHERE j.org_id = ${org_id}::uuid
    UNION ALL
    SELECT a.id::text, w.name FROM website_audits a JOIN wanted USING (id) JOIN websites w ON w.id = a.website_id
    WHERE a.org_id = ${org_id}::uuid
    UNION ALL
    SELECT i.id::text, i.rule_id FROM issues i JOIN wanted USING (id) WHERE i.org_id = ${org_id}::uuid
    UNION ALL
    SELECT t.id::text, t.reason FROM triage_policies t JOIN wanted USING (id) WHERE t.org_id = ${org_id}::uuid
    UNION ALL
    SELECT s.id::text, w.name FROM schedules s JOIN wanted USING (id) JOIN websites w ON w.id = s.website_id
    WHERE s.org_id = ${org_id}::uuid
    UNION ALL
    SELECT m.id::text, m.name FROM uptime_monitor_settings m JOIN wanted USING (id) WHERE m.org_id = ${org_id}::uuid
    UNION ALL
    SELECT e.id::text, e.url FROM webhook_endpoints e JOIN wanted USING (id) WHERE e.org_id = ${org_id}::uuid
    UNION ALL
    SELECT d.id::text, e.url FROM webhook_deliveries d JOIN wanted USING (id)
    JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE e.org_id = ${org_id}::uuid
    UNION ALL
    SELECT o.id::text, o.name FROM organisations o JOIN wanted USING (id) WHERE o.id = ${org_id}::uuid`;
  return new Map(rows.map(({ id, name }) => [id, name]));
};
