import { Prisma } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { escapeLike } from "@/server/core/escape-like";
import { toPage } from "@/server/core/schema";
import { journeyPart } from "@/server/scanner/journeys/scan-point";
import type { View } from "@/server/scanner/views";
import { findAudit } from "..";
import type { IssueStatus } from "../issues/contract";
import type { Finding, ListIssues } from "./contract";
import { readFindings } from "./read-findings";
import { rulesOfCriterion } from "./rules-of-criterion";

type FindingFilters = Omit<ListIssues, "limit">;

/**
 * Selects findings by triage status. Nearly all findings are open, so `open` is checked row by row; the few findings
 * with another status are selected by fingerprint.
 */
const hasStatus = (websiteId: string, status: IssueStatus): Prisma.Sql =>
  status === "open"
    ? Prisma.sql`coalesce((SELECT i.status FROM issues i
        WHERE i.website_id = ${websiteId}::uuid AND i.fingerprint = n.fingerprint), 'open') = 'open'`
    : Prisma.sql`n.fingerprint IN (
        SELECT fingerprint FROM issues WHERE website_id = ${websiteId}::uuid AND status = ${status}::issue_status)`;

/**
 * Selects findings that occur in a view. The stored list of views is empty if a finding occurs only in the usual view.
 */
const holdsIn = (view: View): Prisma.Sql =>
  view === "usual" ? Prisma.sql`(n.views = '{}' OR 'usual' = ANY(n.views))` : Prisma.sql`${view} = ANY(n.views)`;

const isOnPages = (audit_id: string, text: string, mode: "LIKE" | "ILIKE"): Prisma.Sql =>
  Prisma.sql`n.page_id IN (SELECT id FROM scan_audits
    WHERE audit_id = ${audit_id}::uuid AND final_url ${Prisma.raw(mode)} ${`%${escapeLike(text)}%`})`;

/** Selects findings by these filters. The condition refers to `n`, the rows of violation_nodes. */
export const findingsWhere = (
  websiteId: string,
  { audit_id, cursor, impact, rule_id, page_id, status, component, found_in, view, journey, q }: FindingFilters,
  ruleIds: string[] | null,
): Prisma.Sql => {
  const conditions = [
    Prisma.sql`n.audit_id = ${audit_id}::uuid`,
    Prisma.sql`n.outcome = ${impact === "needs_review" ? "needs_review" : "violation"}::finding_outcome`,
  ];
  if (cursor) conditions.push(Prisma.sql`n.id > ${cursor}::uuid`);
  if (impact && impact !== "needs_review") conditions.push(Prisma.sql`n.impact = ${impact}::finding_impact`);
  if (rule_id) conditions.push(Prisma.sql`n.rule_id = ${rule_id}`);
  if (ruleIds) conditions.push(Prisma.sql`n.rule_id = ANY(${ruleIds}::text[])`);
  if (page_id) conditions.push(Prisma.sql`n.page_id = ${page_id}::uuid`);
  if (component) conditions.push(Prisma.sql`n.component = ${component}`);
  if (found_in) conditions.push(found_in === "state" ? Prisma.sql`n.reach IS NOT NULL` : Prisma.sql`n.reach IS NULL`);
  if (view) conditions.push(holdsIn(view));
  if (journey) conditions.push(isOnPages(audit_id, journeyPart(journey), "LIKE"));
  if (status) conditions.push(hasStatus(websiteId, status));
  if (q) {
    const pattern = `%${escapeLike(q)}%`;
    conditions.push(
      Prisma.sql`(n.html ILIKE ${pattern} OR n.selector ILIKE ${pattern} OR ${isOnPages(audit_id, q, "ILIKE")})`,
    );
  }
  return Prisma.join(conditions, " AND ");
};

/** Lists failing elements in scan order, with their triage. */
export const listFindings = async (
  ctx: Ctx,
  input: ListIssues,
): Promise<{ items: Finding[]; next_cursor: string | null }> => {
  const audit = await findAudit(ctx, input.audit_id);
  const ruleIds = input.criterion ? await rulesOfCriterion(ctx, audit, input.criterion) : null;
  const where = findingsWhere(audit.website_id, input, ruleIds);
  const items = await readFindings(ctx.db, audit.website_id, where, input.limit + 1);
  return toPage(items, input.limit);
};
