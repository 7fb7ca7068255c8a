import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { invalidInput } from "@/server/core/problem";
import { queueWebhook } from "@/server/domains/integrations/webhooks";
import { Impact } from "@/server/scanner/contract";
import type { Issue, TriagedIssues, TriageIssue, TriageIssues } from "./contract";

type Decision = Omit<TriageIssue, "id">;

const assertMember = async ({ db, org_id }: Ctx, user_id: string): Promise<void> => {
  const member = await db.membership.findFirst({ where: { org_id, user_id, disabled_at: null } });
  if (!member) throw invalidInput([{ path: "assignee_id", message: "Must be an active member of the organisation." }]);
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
      issues: await ctx.db.issue.findMany({
        where: { id: { in: [...ids] }, org_id: ctx.org_id },
        select: told,
        orderBy: { id: "asc" },
      }),
    }),
  });

/** Updates all issues or none: a missing id changes nothing. */
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

/** Triages an issue; later audits recognise it by its fingerprint and keep the decision. */
export const triageIssue = async (ctx: Ctx, { id, ...decision }: TriageIssue): Promise<Issue> => {
  await decide(ctx, [id], decision);
  const row = await ctx.db.issue.findUniqueOrThrow({ where: { id, org_id: ctx.org_id } });
  return { ...row, impact: Impact.nullable().parse(row.impact) };
};

export const triageIssues = async (ctx: Ctx, { ids, ...decision }: TriageIssues): Promise<TriagedIssues> => {
  await decide(ctx, ids, decision);
  return { updated: new Set(ids).size };
};
