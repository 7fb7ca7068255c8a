import type { ScanAudit, WebsiteAudit } from "@/generated/prisma/client";
import type { Ctx, Db } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { escapeLike } from "@/server/core/escape-like";
import { toPage } from "@/server/core/schema";
import { SampleRole } from "@/server/scanner/contract";
import { journeyPart, readScanPoint } from "@/server/scanner/journeys/scan-point";
import { ruleFacts } from "@/server/scanner/rule-facts";
import { findAudit, toScoresOutput } from "..";
import { type ListPages, PageDetail, type PageKey, type PageSummary } from "./contract";
import { screenshotUrl } from "./get-screenshot";
import { findingsWhere } from "./list-findings";
import { rulesOfCriterion } from "./rules-of-criterion";

type Unlisted =
  | "audit_id"
  | "performance"
  | "checks"
  | "states"
  | "phone"
  | "outline"
  | "cross_page"
  | "result_key"
  | "screenshot_id"
  | "created_at";
type PageColumns = Omit<ScanAudit, Unlisted>;

const toJourneyPage = ({ final_url, journey_url }: Pick<PageColumns, "final_url" | "journey_url">) => {
  const point = readScanPoint(final_url);
  return point && { name: point.journey, page: point.page, url: journey_url };
};

export const toPageOutput = (row: PageColumns): PageSummary => ({
  id: row.id,
  url: row.url,
  final_url: row.final_url,
  title: row.title,
  journey: toJourneyPage(row),
  template: row.template,
  group: row.page_group,
  sample: SampleRole.nullable().parse(row.sample)?.kind ?? null,
  depth: row.depth,
  http_status: row.http_status,
  device: row.device,
  started_at: row.started_at,
  duration_ms: row.duration_ms,
  scores: toScoresOutput(row),
  counts: {
    critical: row.critical,
    serious: row.serious,
    moderate: row.moderate,
    minor: row.minor,
    needs_review: row.needs_review,
    passed: row.passed,
  },
  excluded: { elements: row.excluded_elements, findings: row.excluded_findings },
  error_code: row.error_code,
  error_message: row.error_message,
});

/** Returns pages in order of accessibility score, lowest first; pages that couldn't be scanned come last. */
export const worstPages = async (db: Db, auditId: string, take: number): Promise<PageSummary[]> => {
  const rows = await db.scanAudit.findMany({
    where: { audit_id: auditId },
    orderBy: [{ score_accessibility: { sort: "asc", nulls: "last" } }, { id: "asc" }],
    take,
  });
  return rows.map(toPageOutput);
};

/** Counts the pages that weren't scanned, by error code. */
export const countUnscanned = async (db: Db, auditId: string): Promise<{ code: string; pages: number }[]> => {
  const rows = await db.scanAudit.groupBy({
    by: ["error_code"],
    where: { audit_id: auditId, error_code: { not: null } },
    orderBy: { error_code: "asc" },
    _count: true,
  });
  return rows.map(({ error_code, _count }) => ({ code: error_code ?? "", pages: _count }));
};

/** Selects the pages that have findings matching the filters. The filters work as in `issues/`. */
const pagesWithFindings = async (
  ctx: Ctx,
  audit: Pick<WebsiteAudit, "id" | "website_id" | "options">,
  { audit_id, impact, rule_id, criterion }: ListPages,
) => {
  const rules = criterion ? await rulesOfCriterion(ctx, audit, criterion) : null;
  const where = findingsWhere(audit.website_id, { audit_id, impact, rule_id }, rules);
  const found = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM scan_audits p
    WHERE p.audit_id = ${audit_id}::uuid
      AND EXISTS (SELECT 1 FROM violation_nodes n WHERE n.page_id = p.id AND ${where})`;
  return { id: { in: found.map(({ id }) => id) } };
};

/** Lists pages in scan order. `q` searches the URL and title. */
export const listPages = async (
  ctx: Ctx,
  input: ListPages,
): Promise<{ items: PageSummary[]; next_cursor: string | null }> => {
  const { audit_id, limit, cursor, impact, rule_id, criterion, group, journey, q } = input;
  const audit = await findAudit(ctx, audit_id);
  const contains = { contains: escapeLike(q ?? ""), mode: "insensitive" } as const;
  const rows = await ctx.db.scanAudit.findMany({
    where: {
      audit_id,
      ...(cursor ? { id: { gt: cursor } } : {}),
      ...(group ? { page_group: group } : {}),
      ...(journey ? { final_url: { contains: escapeLike(journeyPart(journey)) } } : {}),
      AND: impact || rule_id || criterion ? [await pagesWithFindings(ctx, audit, input)] : [],
      ...(q ? { OR: [{ url: contains }, { title: contains }] } : {}),
    },
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  return toPage(rows.map(toPageOutput), limit);
};

/** Returns one page with its rules, checks and metrics. */
export const getPage = async (ctx: Ctx, { audit_id, page_id }: PageKey): Promise<PageDetail> => {
  await findAudit(ctx, audit_id);
  const row = await ctx.db.scanAudit.findFirst({ where: { id: page_id, audit_id }, include: { screenshot: true } });
  if (!row) throw notFound("page", page_id);
  const violations = await ctx.db.violation.findMany({ where: { page_id }, orderBy: { nodes: "desc" } });
  const detail = PageDetail.shape;
  const { screenshot } = row;
  return {
    ...toPageOutput(row),
    screenshot: screenshot && {
      url: screenshotUrl(audit_id, page_id),
      width: screenshot.width,
      height: screenshot.height,
    },
    rules: detail.rules.parse(violations.map((row) => ({ ...row, help: ruleFacts(row.rule_id).help }))),
    performance: detail.performance.parse(row.performance),
    checks: detail.checks.parse(row.checks ?? []),
    states: detail.states.parse(row.states),
    phone: detail.phone.parse(row.phone),
  };
};
