import type { TriagePolicy as Row } from "@/generated/prisma/client";
import type { Ctx, Db, SystemCtx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { batchSize, updateInBatches } from "@/server/core/update-in-batches";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { applyPolicies } from "./apply-policies";
import type { DeletedTriagePolicy, TriagePolicyId } from "./contract";
import { queuePolicyWebhook } from "./queue-policy-webhook";

const reopenBatch = (db: Db, policyId: string): Promise<number> => db.$executeRaw`
  UPDATE issues SET status = 'open', policy_id = NULL
  WHERE id IN (SELECT id FROM issues WHERE policy_id = ${policyId}::uuid LIMIT ${batchSize})`;

/**
 * Deletes a locked policy. Reopens its issues, unless another policy triages them. Returns the number of reopened
 * issues.
 */
const endPolicy = async (db: Db, { id, website_id }: Row): Promise<number> => {
  const reopened = await updateInBatches(() => reopenBatch(db, id));
  await db.$executeRaw`DELETE FROM triage_policies WHERE id = ${id}::uuid`;
  return reopened - (await applyPolicies(db, { website_id }));
};

export const deletePolicy = async (ctx: Ctx, { id }: TriagePolicyId): Promise<DeletedTriagePolicy> => {
  const { db, org_id } = ctx;
  await db.$queryRaw`SELECT 1 FROM triage_policies WHERE id = ${id}::uuid AND org_id = ${org_id}::uuid FOR UPDATE`;
  const row = await db.triagePolicy.findFirst({ where: { id, org_id } });
  if (!row) throw notFound("triage policy", id);
  const reopened = await endPolicy(db, row);
  await queuePolicyWebhook(ctx, row, { change: "deleted", changed_by: ctx.user_id, issues: reopened });
  return { id, reopened };
};

const endExpiredPolicy = async (ctx: SystemCtx): Promise<boolean> => {
  const [row] = await ctx.db.$queryRaw<Row[]>`
    SELECT * FROM triage_policies WHERE expires_at <= now() ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
  if (!row) return false;
  const issues = await endPolicy(ctx.db, row);
  await queuePolicyWebhook(ctx, row, { change: "expired", changed_by: null, issues });
  return true;
};

/** Ends an expired policy. Returns whether there may be more. */
export const endExpiredPolicies = (): Promise<boolean> => inUnscopedTransaction(endExpiredPolicy);
