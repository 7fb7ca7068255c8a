import type { SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { queueWebhook } from "@/server/domains/integrations/webhooks";

const shown = {
  id: true,
  website_id: true,
  rule_id: true,
  impact: true,
  page_url: true,
  selector: true,
  status: true,
  note: true,
  assignee_id: true,
} as const;

interface Changed {
  org_id: string;
  ids: readonly string[];
  /** The id of the user who triaged the issues; null if their triage expired. */
  changed_by: string | null;
}

/** Queues a webhook event about the triage of these issues. */
export const queueIssueWebhook = (ctx: SystemCtx, { org_id, ids, changed_by }: Changed): Promise<void> =>
  queueWebhook(ctx, {
    org_id,
    type: "issue.changed",
    key: newId(),
    data: async () => ({
      changed_by,
      issues: await ctx.db.issue.findMany({
        where: { id: { in: [...ids] }, org_id },
        select: shown,
        orderBy: { id: "asc" },
      }),
    }),
  });
