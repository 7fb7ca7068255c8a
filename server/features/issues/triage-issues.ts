import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { invalidInput } from "@/server/core/problem";
import { queueWebhook } from "@/server/features/webhooks";
import type { Issue, IssueStatus, TriagedIssues, TriageIssue, TriageIssues } from "./contract";

type Decision = Omit<TriageIssue, "id">;

const assertMember = async ({ db, org_id }: Ctx, user_id: string): Promise<void> => {
  const member = await db.membership.findFirst({ where: { org_id, user_id, disabled_at: null } });
  if (!member)
    throw invalidInput([{ path: "assignee_id", message: "This person is not a member of the organisation." }]);
};

const told = {
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

const announce = (ctx: Ctx, ids: readonly string[]): Promise<void> =>
  queueWebhook(ctx, {
    org_id: ctx.org_id,
    type: "issue.changed",
    key: newId(),
    data: async () => ({
      changed_by: ctx.user_id,
      issues: await ctx.db.issue.findMany({ where: { id: { in: [...ids] } }, select: told, orderBy: { id: "asc" } }),
    }),
  });

/** All of them or none: an id that is not there changes nothing. */
const decide = async (ctx: Ctx, ids: readonly string[], { status, note, assignee_id }: Decision): Promise<void> => {
  if (assignee_id) await assertMember(ctx, assignee_id);
  const where = { id: { in: [...new Set(ids)] }, org_id: ctx.org_id };
  const known = new Set((await ctx.db.issue.findMany({ where, select: { id: true } })).map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw notFound("issue", missing);
  await ctx.db.issue.updateMany({
    where,
    data: {
      status,
      ...(note === undefined ? {} : { note: note?.trim() || null }),
      ...(assignee_id === undefined ? {} : { assignee_id }),
      triaged_by: ctx.user_id,
      triaged_at: new Date(),
    },
  });
  await announce(ctx, ids);
};

/** Stays with the finding in later audits, which know it again by its fingerprint. */
export const triageIssue = async (ctx: Ctx, { id, ...decision }: TriageIssue): Promise<Issue> => {
  await decide(ctx, [id], decision);
  const row = await ctx.db.issue.findUniqueOrThrow({ where: { id } });
  return { ...row, status: row.status as IssueStatus, impact: row.impact as Issue["impact"] };
};

export const triageIssues = async (ctx: Ctx, { ids, ...decision }: TriageIssues): Promise<TriagedIssues> => {
  await decide(ctx, ids, decision);
  return { updated: new Set(ids).size };
};
