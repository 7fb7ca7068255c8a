import type { TriagePolicy as Row } from "@/generated/prisma/client";
import type { SystemCtx } from "@/server/core/context";
import { queueWebhook } from "@/server/domains/integrations/webhooks";
import { toComponent } from "@/server/scanner/component";

interface Change {
  change: "created" | "deleted" | "expired";
  changed_by: string | null;
  /** Number of issues that the change triaged or reopened. */
  issues: number;
}

export const queuePolicyWebhook = (ctx: SystemCtx, row: Row, { change, changed_by, issues }: Change): Promise<void> => {
  const { id, org_id, website_id, rule_id, component, page_url, status, reason, expires_at } = row;
  const policy = { id, website_id, rule_id, component: toComponent(component), page_url, status, reason, expires_at };
  return queueWebhook(ctx, {
    org_id,
    type: "triage_policy.changed",
    key: `${id} ${change}`,
    data: { change, changed_by, policy, issues },
  });
};
