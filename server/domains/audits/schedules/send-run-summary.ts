import type { Website, WebsiteAudit } from "@/generated/prisma/client";
import type { SystemCtx } from "@/server/core/context";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { addressOf, listNewFailures, missingPages, resultsUrl, storedSummary } from "..";
import { adviseOnRule } from "../rules";

type Audit = WebsiteAudit & { website: Website };

const changesOf = (audit: WebsiteAudit) => storedSummary(audit)?.changes ?? null;

const scoresOf = ({ score_accessibility: now, score_low }: WebsiteAudit, before: number | null) => ({
  ...(now === null ? {} : { score: now }),
  ...(score_low === null ? {} : { score_low }),
  ...(before === null ? {} : { previous_score: before }),
});

const queueSummary = async (ctx: SystemCtx, to: string, audit: Audit, base_id: string): Promise<void> => {
  const counts = changesOf(audit)?.counts;
  if (!counts) return;
  const base = await ctx.db.websiteAudit.findUnique({
    where: { id: base_id },
    select: { score_accessibility: true, score_version: true, partial: true },
  });
  // The score of a partial audit can't be compared, because it covers different pages.
  const isComparable = !audit.partial && !base?.partial && base?.score_version === audit.score_version;
  const scores = scoresOf(audit, isComparable ? (base?.score_accessibility ?? null) : null);
  await queueEmail(ctx, {
    to,
    brand: "accessibility",
    template: "scheduled-scan-summary",
    data: {
      website_url: audit.website.url,
      delta: { new: counts.new, fixed: counts.fixed, regressed: counts.regressed, ...scores },
      results_url: resultsUrl(audit.id),
      ...missingPages(audit),
    },
    idempotencyKey: `audit-ended/${audit.id}`,
  });
};

const queueRegressionAlert = async (ctx: SystemCtx, to: string, audit: Audit, base_id: string): Promise<void> => {
  const failures = await listNewFailures(ctx.db, audit.id, base_id);
  if (failures.length === 0) return;
  await queueEmail(ctx, {
    to,
    brand: "accessibility",
    template: "regression-alert",
    data: {
      website_url: audit.website.url,
      new_issues: failures.map(({ rule_id, impact, pages, ...texts }) => ({
        title: adviseOnRule(rule_id, texts).who,
        impact,
        pages,
      })),
      results_url: resultsUrl(audit.id),
    },
    idempotencyKey: `regression-alert/${audit.id}`,
  });
};

/**
 * Sends an email with the changes since the previous completed audit, and a separate email about new serious and
 * critical failures. Doesn't send either email if there is no previous audit: in that case, the usual email has already
 * been sent.
 */
export const sendRunSummary = async (ctx: SystemCtx, audit: Audit): Promise<void> => {
  const base_id = changesOf(audit)?.base_id;
  const to = base_id ? await addressOf(ctx.db, audit) : null;
  if (!base_id || !to) return;
  await queueSummary(ctx, to, audit, base_id);
  await queueRegressionAlert(ctx, to, audit, base_id);
};
