import type { Ctx, Db } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { formulaOfVersion, scoreVersion } from "@/server/scanner/accessibility-score";
import { Lighthouse } from "@/server/scanner/contract";
import { checksFormula, performanceFormula } from "@/server/scanner/scores";
import {
  type AuditSummary,
  findAudit,
  readScope,
  standardOf,
  storedSummary,
  summarisePages,
  toAuditOutput,
  toScoresOutput,
} from "..";
import type { Scores } from "../contract";
import { testByHand } from "../rules";
import type { AuditKey, CriteriaList, GetResults, Results } from "./contract";
import { countUnscanned, worstPages } from "./read-pages";
import { readRules } from "./read-rollup";
import { countsOf, criteriaOf } from "./summarise-rules";

/** Returns the formulas of an audit's scores. The accessibility score's formula depends on its version. */
export const formulasOf = ({ accessibility_version }: Pick<Scores, "accessibility_version">) => ({
  accessibility: formulaOfVersion(accessibility_version ?? scoreVersion),
  performance: performanceFormula,
  seo: checksFormula,
  quality: checksFormula,
});

const latestCompleted = async (ctx: Ctx, website_id: string): Promise<string> => {
  const row = await ctx.db.websiteAudit.findFirst({
    where: { org_id: ctx.org_id, website_id, status: "completed" },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  if (!row) throw notFound("completed audit of website", website_id);
  return row.id;
};

/** Returns the summary stored at completion or, for an audit in progress, a summary of the pages saved so far. */
export const readSummary = async (db: Db, audit: { id: string; summary: unknown }): Promise<AuditSummary> =>
  storedSummary(audit) ?? summarisePages(db, audit.id);

export const readLighthouse = ({ lighthouse }: { lighthouse: unknown }): Lighthouse | null =>
  Lighthouse.nullable().parse(lighthouse);

const countSignedOut = async (db: Db, { id, signed_in }: { id: string; signed_in: boolean }): Promise<number> =>
  signed_in ? db.scanAudit.count({ where: { audit_id: id, error_code: "signed_out" } }) : 0;

/** Returns an overview of one audit. For an audit in progress, it covers the pages saved so far. */
export const getResults = async (ctx: Ctx, { audit_id, website_id }: GetResults): Promise<Results> => {
  const audit = await findAudit(ctx, audit_id ?? (await latestCompleted(ctx, website_id ?? "")));
  const rules = await readRules(ctx.db, audit.id);
  const summary = await readSummary(ctx.db, audit);
  const scores = toScoresOutput(audit);
  return {
    audit: toAuditOutput(audit),
    scores,
    formulas: formulasOf(scores),
    counts: countsOf(rules),
    rules,
    criteria: criteriaOf(rules, standardOf(audit), audit.pages_done),
    pages: await worstPages(ctx.db, audit.id, 100),
    scope: await readScope(ctx.db, audit),
    not_scanned: await countUnscanned(ctx.db, audit.id),
    performance: summary.performance,
    seo: summary.seo,
    quality: summary.quality,
    lighthouse: readLighthouse(audit),
    pages_signed_out: await countSignedOut(ctx.db, audit),
  };
};

export const listCriteria = async (ctx: Ctx, { audit_id }: AuditKey): Promise<CriteriaList> => {
  const audit = await findAudit(ctx, audit_id);
  const criteria = criteriaOf(await readRules(ctx.db, audit.id), standardOf(audit), audit.pages_done);
  return { criteria: criteria.map((each) => ({ ...each, by_hand: testByHand(each.criterion) })) };
};
