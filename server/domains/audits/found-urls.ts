import { Prisma } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";

/**
 * Selects each URL that an audit's scans found, with the first callback that listed it and its place in that callback's
 * list.
 */
const found = (audit_id: string): Prisma.Sql => Prisma.sql`
  SELECT DISTINCT ON (listed.url) listed.url, c.scan_request, c.sequence, listed.place
  FROM audit_callbacks c, unnest(c.discovered) WITH ORDINALITY AS listed (url, place)
  WHERE c.audit_id = ${audit_id}::uuid ORDER BY listed.url, c.scan_request, c.sequence, listed.place`;

const urlsOf = (rows: readonly { url: string }[]): string[] => rows.map(({ url }) => url);

/** Lists up to `most` of the URLs that an audit's scans found, in the order in which they were found. */
export const listFoundUrls = async (db: Db, audit_id: string, most: number): Promise<string[]> =>
  urlsOf(
    await db.$queryRaw`
    SELECT url FROM (${found(audit_id)}) known ORDER BY scan_request, sequence, place LIMIT ${most}::int`,
  );

/**
 * Lists the found URLs for which no page was saved. The list is empty if the scanner doesn't report the URLs it finds.
 */
export const listMissingUrls = async (db: Db, audit_id: string, most: number): Promise<string[]> =>
  urlsOf(
    await db.$queryRaw`
    SELECT url FROM (${found(audit_id)}) known
    WHERE NOT EXISTS (SELECT 1 FROM scan_audits p WHERE p.audit_id = ${audit_id}::uuid AND p.url = known.url)
      AND NOT EXISTS (SELECT 1 FROM scan_audits p WHERE p.audit_id = ${audit_id}::uuid AND p.final_url = known.url)
    ORDER BY scan_request, sequence, place LIMIT ${most}::int`,
  );
