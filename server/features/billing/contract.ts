import { z } from "zod";
import { Id, pageFields, pageOf, Time } from "@/server/core/schema";

export const paidPlans = ["starter", "agency", "enterprise"] as const;
export const PaidPlan = z.enum(paidPlans);
export type PaidPlan = z.infer<typeof PaidPlan>;

const planIds = ["free", ...paidPlans] as const;
export const Interval = z.enum(["month", "year"]);

export const StartCheckout = z.strictObject({ plan: PaidPlan, interval: Interval });
export type StartCheckout = z.infer<typeof StartCheckout>;

export const CheckoutStarted = z.object({
  url: z.url().describe("Where to send the customer: the checkout, or for a running subscription its change"),
  session_id: z.string(),
});
export type CheckoutStarted = z.infer<typeof CheckoutStarted>;

export const OpenPortal = z.strictObject({
  begin: z
    .enum(["payment_method", "cancel"])
    .optional()
    .describe("Where in the portal to begin; its start unless given"),
});
export type OpenPortal = z.infer<typeof OpenPortal>;

export const PortalOpened = z.object({ url: z.url() });
export type PortalOpened = z.infer<typeof PortalOpened>;

const Cost = z.object({ amount: z.int().describe("In minor units of the currency, before tax"), currency: z.string() });

const limits = {
  websites: z.int(),
  pages_per_scan: z.int(),
  most_often: z.enum(["daily", "weekly"]).nullable().describe("How often a schedule may scan; null is by hand only"),
};

export const Plan = z.object({
  plan: z.enum(planIds),
  ...limits,
  prices: z.object({ month: Cost.nullable(), year: Cost.nullable() }).describe("null for what is not on sale"),
  trial_days: z.int().describe("For an organisation that never had a plan"),
});
export type Plan = z.infer<typeof Plan>;

export const Plans = z.array(Plan);

export const subscriptionStatuses = [
  "none",
  "trialing",
  "active",
  "past_due",
  "unpaid",
  "cancelled",
  "incomplete",
] as const;

export const Subscription = z.object({
  plan: z.enum(planIds).describe("The plan whose limits count now"),
  status: z.enum(subscriptionStatuses),
  subscribed_plan: z.enum(planIds).nullable(),
  interval: Interval.nullable(),
  current_period_end: Time.nullable(),
  trial_ends_at: Time.nullable(),
  ends_at: Time.nullable().describe("When it ends for good, after a cancellation"),
  next_plan: z.enum(planIds).nullable().describe("What it changes to with the next period"),
  next_interval: Interval.nullable(),
  grace_until: Time.nullable().describe("A payment failed; the plan stays until then"),
  pay_url: z.string().nullable().describe("Where an invoice waits to be paid"),
  can_open_portal: z.boolean(),
  limits: z.object(limits),
  usage: z.object({ websites: z.int() }),
});
export type Subscription = z.input<typeof Subscription>;

export const ListTransactions = z.strictObject(pageFields);
export type ListTransactions = z.infer<typeof ListTransactions>;

export const Transaction = z.object({
  id: Id,
  kind: z.enum(["invoice", "refund", "dispute"]),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  number: z.string().nullable(),
  url: z.string().nullable(),
  occurred_at: Time,
});
export type Transaction = z.input<typeof Transaction>;

export const TransactionPage = pageOf(Transaction);

/** Whatever the payment provider posts; its adapter reads it. */
export const PostedEvent = z.looseObject({});
export type PostedEvent = z.infer<typeof PostedEvent>;

export const EventTaken = z.object({
  applied: z.boolean().describe("false for a repeated event, and for one of no interest"),
});
export type EventTaken = z.infer<typeof EventTaken>;
