import type { SystemCtx } from "@/server/core/context";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { applyPolicies } from "../triage-policies";
import { queueIssueWebhook } from "./queue-issue-webhook";

/** Number of issues per batch: as many as one webhook event can list. */
const batchSize = 100;

const reopenBatch = async (ctx: SystemCtx): Promise<boolean> => {
  const rows = await ctx.db.$queryRaw<{ id: string; org_id: string; website_id: string }[]>`
    UPDATE issues SET status = 'open', triage_expires_at = NULL, triaged_by = NULL, triaged_at = NULL
    WHERE id IN (SELECT id FROM issues
                 WHERE website_id = (SELECT website_id FROM issues WHERE triage_expires_at <= now()
                                     ORDER BY triage_expires_at LIMIT 1)
                   AND triage_expires_at <= now()
                 ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
    RETURNING id, org_id, website_id`;
  const [first] = rows;
  if (!first) return false;
  const { org_id, website_id } = first;
  await applyPolicies(ctx.db, { website_id });
  await queueIssueWebhook(ctx, { org_id, ids: rows.map(({ id }) => id), changed_by: null });
  return true;
};

/** Reopens a batch of issues whose triage has expired. Returns whether there may be more. */
export const reopenExpiredIssues = (): Promise<boolean> => inUnscopedTransaction(reopenBatch);
