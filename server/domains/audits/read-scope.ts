import { Prisma, type WebsiteAudit } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { escapeLike } from "@/server/core/escape-like";
import { SampleRole } from "@/server/scanner/contract";
import { JOURNEY_PREFIX, readScanPoint } from "@/server/scanner/journeys/scan-point";
import { describeSample } from "@/server/scanner/sample/describe-sample";
import { AuditOptions, type AuditScope } from "./contract";
import { readAuditGroups } from "./url-lists";

type ScopedAudit = Pick<WebsiteAudit, "id" | "options">;

const readList = async (db: Db, { id }: ScopedAudit, list_only: boolean): Promise<AuditScope["url_list"]> => {
  const groups = await readAuditGroups(db, id);
  if (groups.length === 0) return null;
  const counts = await db.scanAudit.groupBy({
    by: ["page_group"],
    where: { audit_id: id, page_group: { not: null } },
    _count: true,
  });
  const pagesOf = new Map(counts.map(({ page_group, _count }) => [page_group, _count]));
  return {
    urls: groups.reduce((sum, { urls }) => sum + urls.length, 0),
    list_only,
    groups: groups.map(({ name, urls }) => ({ name, urls: urls.length, pages: pagesOf.get(name) ?? 0 })),
  };
};

const readExcluded = async (db: Db, id: string, selectors: readonly string[]): Promise<AuditScope["excluded"]> => {
  if (selectors.length === 0) return null;
  const { _sum, _count } = await db.scanAudit.aggregate({
    where: { audit_id: id, excluded_elements: { gt: 0 } },
    _sum: { excluded_elements: true, excluded_findings: true },
    _count: true,
  });
  return {
    selectors: [...selectors],
    pages: _count,
    elements: _sum.excluded_elements ?? 0,
    findings: _sum.excluded_findings ?? 0,
  };
};

const readSample = async (db: Db, id: string, seed: number): Promise<AuditScope["sample"]> => {
  const rows = await db.scanAudit.findMany({
    where: { audit_id: id, sample: { not: Prisma.DbNull } },
    select: { sample: true, score_accessibility: true, critical: true, serious: true, moderate: true, minor: true },
  });
  if (rows.length === 0) return null;
  const pages = rows.map(({ sample, score_accessibility: score, critical, serious, moderate, minor }) => ({
    ...SampleRole.parse(sample),
    score,
    fails: score === null ? null : critical + serious + moderate + minor > 0,
  }));
  return { seed, ...describeSample(pages) };
};

const MOST_JOURNEY_PAGES = 1_000;

/** Lists the journeys in the order in which they were run. */
const readJourneyPages = async (db: Db, id: string): Promise<AuditScope["journeys"]> => {
  const rows = await db.scanAudit.findMany({
    where: { audit_id: id, final_url: { contains: escapeLike(JOURNEY_PREFIX) } },
    select: { final_url: true },
    orderBy: { id: "asc" },
    take: MOST_JOURNEY_PAGES,
  });
  const pages = new Map<string, number>();
  for (const { final_url } of rows) {
    const point = readScanPoint(final_url);
    if (point) pages.set(point.journey, (pages.get(point.journey) ?? 0) + 1);
  }
  return [...pages].map(([name, count]) => ({ name, pages: count }));
};

/** Returns everything that limits or extends what an audit covers, except its maximum number of pages. */
export const readScope = async (db: Db, audit: ScopedAudit): Promise<AuditScope> => {
  const options = AuditOptions.parse(audit.options);
  const {
    list_only = false,
    exclude_elements = [],
    include_rules: include = [],
    exclude_rules: exclude = [],
  } = options;
  return {
    url_list: await readList(db, audit, list_only),
    excluded: await readExcluded(db, audit.id, exclude_elements),
    sample: options.sample ? await readSample(db, audit.id, options.sample_seed ?? 0) : null,
    journeys: await readJourneyPages(db, audit.id),
    rules: include.length + exclude.length > 0 ? { include, exclude } : null,
  };
};
