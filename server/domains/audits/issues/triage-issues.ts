import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import type { Issue, TriagedIssues, TriageIssue, TriageIssues } from "./contract";
import { queueIssueWebhook } from "./queue-issue-webhook";

type Decision = Omit<TriageIssue, "id">;

const assertMember = async ({ db, org_id }: Ctx, user_id: string): Promise<void> => {
  const member = await db.membership.findFirst({ where: { org_id, user_id, disabled_at: null } });
  if (!member) throw invalidInput([{ path: "assignee_id", message: "Must be an active member of the organisation." }]);
};

/** Returns the new expiry of the triage: null removes it, undefined keeps the current one. */
const readExpiry = ({ status, expires_at }: Decision): Date | null | undefined => {
  if (status === "open" || expires_at === null) return null;
  return expires_at === undefined ? undefined : new Date(expires_at);
};

interface Where {
  id: { in: string[] };
  org_id: string;
}

/**
 * Removes issues from their triage policies, except issues whose triage doesn't change, such as those that are only
 * being assigned to someone.
 */
const leavePolicies = async ({ db }: Ctx, where: Where, { status, note, expires_at }: Decision): Promise<void> => {
  const isDecided = note !== undefined || expires_at !== undefined;
  await db.issue.updateMany({
    where: { ...where, ...(isDecided ? {} : { status: { not: status } }) },
    data: { policy_id: null },
  });
};

/** Updates all issues, or none if any of the ids doesn't exist. */
const decide = async (ctx: Ctx, ids: readonly string[], decision: Decision): Promise<void> => {
  const { status, note, assignee_id } = decision;
  const triage_expires_at = readExpiry(decision);
  if (assignee_id) await assertMember(ctx, assignee_id);
  const where = { id: { in: [...new Set(ids)] }, org_id: ctx.org_id };
  const known = new Set((await ctx.db.issue.findMany({ where, select: { id: true } })).map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw notFound("issue", missing);
  await leavePolicies(ctx, where, decision);
  await ctx.db.issue.updateMany({
    where,
    data: {
      status,
      ...(note === undefined ? {} : { note: note?.trim() || null }),
      ...(assignee_id === undefined ? {} : { assignee_id }),
      ...(triage_expires_at === undefined ? {} : { triage_expires_at }),
      triaged_by: ctx.user_id,
      triaged_at: new Date(),
    },
  });
  await queueIssueWebhook(ctx, { org_id: ctx.org_id, ids, changed_by: ctx.user_id });
};

/** Triages an issue. Later audits recognise it by its fingerprint and keep its triage. */
export const triageIssue = async (ctx: Ctx, { id, ...decision }: TriageIssue): Promise<Issue> => {
  await decide(ctx, [id], decision);
  return ctx.db.issue.findUniqueOrThrow({ where: { id, org_id: ctx.org_id } });
};

export const triageIssues = async (ctx: Ctx, { ids, ...decision }: TriageIssues): Promise<TriagedIssues> => {
  await decide(ctx, ids, decision);
  return { updated: new Set(ids).size };
};
