import { getPayments } from "@/server/adapters/payments";
import type { Ctx } from "@/server/core/context";

import { type PlanId, planOf, plans } from "@/server/features/plans";
import type { Subscription } from "./contract";

const waiting = ["failed", "action_required", "open"];

const nothing = {
  status: "none",
  subscribed_plan: null,
  interval: null,
  current_period_end: null,
  trial_ends_at: null,
  ends_at: null,
  next_plan: null,
  next_interval: null,
  grace_until: null,
} as const;

const readRow = async ({ db, org_id }: Ctx) => {
  const row = await db.subscription.findUnique({ where: { org_id } });
  if (!row) return nothing;
  return {
    status: row.status as Subscription["status"],
    subscribed_plan: planOf(row.plan),
    interval: row.interval as Subscription["interval"],
    current_period_end: row.current_period_end,
    trial_ends_at: row.trial_ends_at,
    ends_at: row.ends_at,
    next_plan: row.next_plan as PlanId | null,
    next_interval: row.next_interval as Subscription["interval"],
    grace_until: row.grace_until,
  };
};

/** What an organisation pays for, what that covers, and how much of it is used. */
export const getSubscription = async (ctx: Ctx): Promise<Subscription> => {
  getPayments();
  const { db, org_id } = ctx;
  const { plan: name, billing_customer_id } = await db.organisation.findUniqueOrThrow({ where: { id: org_id } });
  const unpaid = await db.billingTransaction.findFirst({
    where: { org_id, kind: "invoice", status: { in: waiting }, url: { not: null } },
    orderBy: [{ occurred_at: "desc" }, { id: "desc" }],
  });
  const plan = planOf(name);
  return {
    plan,
    ...(await readRow(ctx)),
    pay_url: unpaid?.url ?? null,
    can_open_portal: billing_customer_id !== null,
    limits: plans[plan],
    usage: { websites: await db.website.count({ where: { org_id } }) },
  };
};
