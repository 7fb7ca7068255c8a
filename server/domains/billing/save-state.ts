import type { Subscription } from "@/generated/prisma/client";
import type { SystemCtx } from "@/server/core/context";
import type { EmailContent } from "@/server/domains/messaging/delivery";
import { grantedBy, isLive, type State } from "./derive-state";
import { notifyBilling, type Organisation } from "./notify-billing";
import { resetUsageWarnings, titleOf, warnOfUsage } from "./plans";

const compared = [
  "provider_id",
  "plan",
  "interval",
  "status",
  "current_period_end",
  "trial_ends_at",
  "ends_at",
  "next_plan",
  "next_interval",
  "grace_until",
] as const satisfies readonly (keyof State)[];

const plain = (value: Date | string | null): string | number | null =>
  value instanceof Date ? value.getTime() : value;

/** Reports whether the row already contains this state. */
export const isSame = (row: Subscription | null, state: State): boolean =>
  row !== null && compared.every((name) => plain(row[name]) === plain(state[name]));

const named = ({ plan, interval }: { plan: string; interval: string }): string =>
  `${titleOf(plan)} (${interval === "year" ? "yearly" : "monthly"})`;

const notifyOfEnd = (ctx: SystemCtx, organisation: Organisation, { plan, ends_at }: State): Promise<void> => {
  const at = (ends_at ?? new Date()).toISOString();
  const email: EmailContent = { template: "subscription-cancelled", data: { plan: titleOf(plan), ends_at: at } };
  return notifyBilling(ctx, organisation, {
    emails: [email],
    line: `the ${titleOf(plan)} plan was cancelled and ends at ${at}`,
  });
};

const notifyOfStart = (ctx: SystemCtx, organisation: Organisation, state: State): Promise<void> => {
  const email: EmailContent = { template: "subscription-created", data: { plan: titleOf(state.plan) } };
  const trial = state.status === "trialing" ? ", on trial" : "";
  const key = `billing/${state.provider_id}`;
  return notifyBilling(ctx, organisation, { emails: [email], key, line: `subscribed to ${named(state)}${trial}` });
};

const notifyOfChange = async (ctx: SystemCtx, organisation: Organisation, before: Subscription, after: State) => {
  const samePlan = before.plan === after.plan;
  if (samePlan && before.interval === after.interval) return;
  const [from, to] = samePlan ? [named(before), named(after)] : [titleOf(before.plan), titleOf(after.plan)];
  const email: EmailContent = { template: "subscription-updated", data: { from, to } };
  await notifyBilling(ctx, organisation, { emails: [email], line: `changed from ${from} to ${to}` });
};

/** Sends the emails and the chat message about changes between two states of a subscription. */
const notify = async (ctx: SystemCtx, organisation: Organisation, before: Subscription | null, after: State) => {
  const same = before?.provider_id === after.provider_id ? before : null;
  const wasLive = same !== null && isLive(same.status);
  if (isLive(after.status)) {
    if (same && wasLive) await notifyOfChange(ctx, organisation, same, after);
    else await notifyOfStart(ctx, organisation, after);
    if (after.ends_at && !(wasLive && same?.ends_at)) await notifyOfEnd(ctx, organisation, after);
  } else if (wasLive && after.status === "cancelled" && !same?.ends_at) await notifyOfEnd(ctx, organisation, after);
};

/** Gives an organisation the plan that its subscription is for. A change of plan resets its usage warnings. */
const grant = async (ctx: SystemCtx, { id, name, plan: before }: Organisation, state: State): Promise<void> => {
  const plan = grantedBy(state);
  if (plan === before) return;
  await ctx.db.organisation.update({ where: { id }, data: { plan } });
  await resetUsageWarnings(ctx.db, id);
  await warnOfUsage(ctx, id);
  if (state.status === "past_due" && plan === "free")
    await notifyBilling(
      ctx,
      { id, name, plan },
      { line: `the ${titleOf(state.plan)} plan is paused because its payment is past due` },
    );
};

/**
 * Stores a reading, updates the organisation's plan and sends notifications about anything new. The caller must hold
 * the organisation's lock and must have read the row while holding it.
 */
export const saveState = async (
  ctx: SystemCtx,
  organisation: Organisation,
  before: Subscription | null,
  state: State,
): Promise<void> => {
  if (!isSame(before, state)) {
    const read_at = new Date(Math.max(Date.now(), (before?.read_at.getTime() ?? 0) + 1));
    const where = { org_id: organisation.id };
    await ctx.db.subscription.upsert({ where, create: { ...where, ...state, read_at }, update: { ...state, read_at } });
    await notify(ctx, organisation, before, state);
  }
  await grant(ctx, organisation, state);
};
