import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { invalidInput } from "@/server/core/problem";
import { lockWebsite } from "../websites";
import { applyPolicies } from "./apply-policies";
import { type AddTriagePolicy, mostPolicies, type TriagePolicy } from "./contract";
import { toPolicyOutputs } from "./policy-output";
import { queuePolicyWebhook } from "./queue-policy-webhook";

/**
 * Throws `conflict` if the website has reached the maximum number of triage policies. The caller must hold the lock on
 * the website, so that concurrent calls can't exceed the limit together.
 */
const assertRoom = async ({ db, org_id }: Ctx, website_id: string): Promise<void> => {
  const used = await db.triagePolicy.count({ where: { website_id, org_id } });
  if (used >= mostPolicies)
    throw new AppError("conflict", `A website can have at most ${mostPolicies} triage policies. Delete one first.`, {
      limit: mostPolicies,
      used,
    });
};

/** Creates a triage policy and applies it to the open issues of the website. */
export const addPolicy = async (ctx: Ctx, input: AddTriagePolicy): Promise<TriagePolicy> => {
  const { website_id, rule_id = null, component = null, page_url = null, status, reason } = input;
  await lockWebsite(ctx, website_id);
  if (rule_id === null && component === null && page_url === null)
    throw invalidInput([{ path: "rule_id", message: "Send at least one of rule_id, component and page_url." }]);
  const expires_at = input.expires_at === undefined ? null : new Date(input.expires_at);
  await assertRoom(ctx, website_id);
  const { org_id, user_id: created_by } = ctx;
  const row = await ctx.db.triagePolicy.create({
    data: { id: newId(), org_id, website_id, rule_id, component, page_url, status, reason, expires_at, created_by },
  });
  const issues = await applyPolicies(ctx.db, { website_id });
  await queuePolicyWebhook(ctx, row, { change: "created", changed_by: created_by, issues });
  const [policy] = await toPolicyOutputs(ctx.db, [row]);
  if (!policy) throw new Error("The new triage policy couldn't be read back.");
  return policy;
};
