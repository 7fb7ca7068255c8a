import type { TransactionStatus } from "@/generated/prisma/enums";
import { getPayments } from "@/server/adapters/payments";
import type { Ctx } from "@/server/core/context";
import type { Subscription } from "./contract";
import { plans } from "./plans";

const waiting: TransactionStatus[] = ["failed", "action_required", "open"];

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
    status: row.status,
    subscribed_plan: row.plan,
    interval: row.interval,
    current_period_end: row.current_period_end,
    trial_ends_at: row.trial_ends_at,
    ends_at: row.ends_at,
    next_plan: row.next_plan,
    next_interval: row.next_interval,
    grace_until: row.grace_until,
  };
};

/** Returns the organisation's subscription, its plan's limits and its usage. */
export const getSubscription = async (ctx: Ctx): Promise<Subscription> => {
  getPayments();
  const { db, org_id } = ctx;
  const { plan, billing_customer_id } = await db.organisation.findUniqueOrThrow({ where: { id: org_id } });
  const unpaid = await db.billingTransaction.findFirst({
    where: { org_id, kind: "invoice", status: { in: waiting }, url: { not: null } },
    orderBy: [{ occurred_at: "desc" }, { id: "desc" }],
  });
  return {
    plan,
    ...(await readRow(ctx)),
    pay_url: unpaid?.url ?? null,
    can_open_portal: billing_customer_id !== null,
    limits: plans[plan],
    usage: { websites: await db.website.count({ where: { org_id } }) },
  };
};
