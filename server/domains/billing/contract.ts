import { z } from "zod";
import {
  BillingInterval,
  PlanId as plans,
  SubscriptionStatus,
  TransactionKind,
  TransactionStatus,
} from "@/generated/prisma/enums";
import { Id, pageFields, pageOf, Time } from "@/server/core/schema";
import { furtherViews } from "@/server/scanner/views";

export const PlanId = z.enum(plans);
export const PaidPlan = PlanId.exclude(["free"]);
export const paidPlans = PaidPlan.options;
export type PaidPlan = z.infer<typeof PaidPlan>;

export const Interval = z.enum(BillingInterval);
export type Interval = z.infer<typeof Interval>;

export const StartCheckout = z.strictObject({ plan: PaidPlan, interval: Interval });
export type StartCheckout = z.infer<typeof StartCheckout>;

export const CheckoutStarted = z.object({
  url: z
    .url()
    .describe(
      "URL to send the customer to: the checkout session, or the billing portal if there is a current subscription",
    ),
  session_id: z.string(),
});
export type CheckoutStarted = z.infer<typeof CheckoutStarted>;

export const OpenPortal = z.strictObject({
  begin: z
    .enum(["payment_method", "cancel"])
    .optional()
    .describe("Billing portal page to open; the portal's home page by default"),
});
export type OpenPortal = z.infer<typeof OpenPortal>;

export const PortalOpened = z.object({ url: z.url() });
export type PortalOpened = z.infer<typeof PortalOpened>;

const Cost = z.object({
  amount: z.int().describe("Amount in the currency's minor unit, before tax"),
  currency: z.string(),
});

const limits = {
  websites: z.int(),
  pages_per_scan: z.int(),
  most_often: z
    .enum(["daily", "weekly"])
    .nullable()
    .describe("Highest schedule frequency allowed; null if the plan doesn't include schedules"),
  views: z.array(z.enum(furtherViews)).describe("Views in which pages can be tested, besides the usual one"),
  states: z.boolean().describe("Whether states of pages, such as open menus and dialogs, can be tested"),
};

export const Plan = z.object({
  plan: PlanId,
  ...limits,
  prices: z
    .object({ month: Cost.nullable(), year: Cost.nullable() })
    .describe("Prices by interval; null if the plan isn't on sale for that interval"),
  trial_days: z.int().describe("Length of the trial in days, for an organisation that has never had a plan"),
});
export type Plan = z.infer<typeof Plan>;

export const Plans = z.array(Plan);

export const subscriptionStatuses = ["none", ...Object.values(SubscriptionStatus)] as const;

export const Subscription = z.object({
  plan: PlanId.describe("Plan whose limits apply now"),
  status: z.enum(subscriptionStatuses),
  subscribed_plan: PlanId.nullable(),
  interval: Interval.nullable(),
  current_period_end: Time.nullable(),
  trial_ends_at: Time.nullable(),
  ends_at: Time.nullable().describe("Time at which the subscription ends after a cancellation"),
  next_plan: PlanId.nullable().describe(
    "Plan that the subscription changes to at the start of the next billing period",
  ),
  next_interval: Interval.nullable(),
  grace_until: Time.nullable().describe(
    "Time at which the plan is paused after a failed payment, unless the payment succeeds before then",
  ),
  pay_url: z.string().nullable().describe("URL for paying an unpaid invoice"),
  can_open_portal: z.boolean(),
  limits: z.object(limits),
  usage: z.object({ websites: z.int() }),
});
export type Subscription = z.input<typeof Subscription>;

export const ListTransactions = z.strictObject(pageFields);
export type ListTransactions = z.infer<typeof ListTransactions>;

export const Transaction = z.object({
  id: Id,
  kind: z.enum(TransactionKind),
  status: z.enum(TransactionStatus),
  amount: z.int(),
  currency: z.string(),
  number: z.string().nullable(),
  url: z.string().nullable(),
  occurred_at: Time,
});
export type Transaction = z.input<typeof Transaction>;

export const TransactionPage = pageOf(Transaction);

/** An event from the payment provider; the provider's adapter parses it. */
export const PostedEvent = z.looseObject({});
export type PostedEvent = z.infer<typeof PostedEvent>;

export const EventTaken = z.object({
  applied: z.boolean().describe("false if the event was a duplicate or was ignored"),
});
export type EventTaken = z.infer<typeof EventTaken>;
