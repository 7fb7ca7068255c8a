import type { ScanAudit } from "@/generated/prisma/client";
import type { FindingOutcome } from "@/generated/prisma/enums";
import { getUnscopedDb } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { accessibilityScore, type ScoredPage, scoreVersion } from "@/server/scanner/accessibility-score";
import { scoreAccessibility } from "..";
import { addCrossPageChecks, readScannedChecks } from "./exports/read-rows";

const batchSize = 50;
const isOutdated = { score_version: { lt: scoreVersion } } as const;

type PageRow = Pick<ScanAudit, "id" | "result_key" | "cross_page" | "score_accessibility">;

/**
 * Reads the rules without findings, which are stored only in the page's result. If the result can't be read, the page's
 * score gets the widest range, because it isn't known which rules ran.
 */
const readRulesRun = async ({ result_key, score_accessibility, ...page }: PageRow) => {
  const scanned = await readScannedChecks(result_key);
  const isLost = scanned.checks.length === 0 && score_accessibility !== null;
  return isLost ? { checks: [{ rule_id: "unknown" }], inapplicable: [] } : addCrossPageChecks(scanned, page);
};

const readScoredPage = async (db: Db, page: PageRow): Promise<ScoredPage> => {
  const page_id = page.id;
  const rules = await db.violation.findMany({ where: { page_id } });
  const components = await db.violationNode.groupBy({
    by: ["rule_id", "outcome", "component"],
    where: { page_id },
    _count: { _all: true },
  });
  const of = (outcome: FindingOutcome): ScoredPage["violations"] =>
    rules
      .filter((rule) => rule.outcome === outcome)
      .map(({ rule_id, impact, nodes }) => ({
        rule_id,
        impact,
        node_count: nodes,
        nodes: components
          .filter((row) => row.rule_id === rule_id && row.outcome === outcome)
          .map(({ component, _count: { _all: count } }) => (component === null ? { count } : { component, count })),
      }));
  return { violations: of("violation"), incomplete: of("needs_review"), ...(await readRulesRun(page)) };
};

const recomputePage = async (db: Db, page: PageRow): Promise<void> => {
  const { score, score_low } = accessibilityScore(await readScoredPage(db, page));
  await db.scanAudit.update({
    where: { id: page.id },
    data: { score_accessibility: score, score_low, score_version: scoreVersion },
  });
};

/**
 * Recomputes scores that were computed with an earlier version of the formula. Processes a batch of pages of the newest
 * completed audit with outdated scores and, after the last page, the audit's own score. Returns whether there may be
 * more. Safe to repeat.
 */
export const recomputeScores = async (): Promise<boolean> => {
  const db = await getUnscopedDb();
  const audit = await db.websiteAudit.findFirst({
    where: { status: "completed", ...isOutdated },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  if (!audit) return false;
  const pages = await db.scanAudit.findMany({
    where: { audit_id: audit.id, ...isOutdated },
    orderBy: { id: "asc" },
    take: batchSize,
    select: { id: true, result_key: true, cross_page: true, score_accessibility: true },
  });
  for (const page of pages) await recomputePage(db, page);
  if (pages.length < batchSize)
    await db.websiteAudit.update({ where: { id: audit.id }, data: await scoreAccessibility(db, audit.id) });
  return true;
};
