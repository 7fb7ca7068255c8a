/** Any Stripe object; `expand` replaces ids in it with the objects that they identify. */
export type StripeObject = { id: string; object: string } & Record<string, unknown>;

export interface StripeCustomer {
  id: string;
  object: "customer";
  name: string | null;
  email: string | null;
  metadata: Record<string, string>;
  /** The bank's response. Stripe has no such field. */
  card: Card;
}

/** `asks` requires the payer to confirm; `delayed` responds days later, as with direct debits. */
export type Card = "good" | "declines" | "asks" | "delayed";

export interface StripePrice {
  id: string;
  object: "price";
  active: boolean;
  currency: string;
  lookup_key: string | null;
  product: string;
  recurring: { interval: "month" | "year"; interval_count: number };
  unit_amount: number;
}

export interface StripeSession {
  id: string;
  object: "checkout.session";
  url: string | null;
  mode: "subscription";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid" | "no_payment_required";
  customer: string;
  subscription: string | null;
  invoice: string | null;
  price: string;
  currency: string;
  amount_total: number;
  allow_promotion_codes: boolean;
  automatic_tax: { enabled: boolean };
  trial_period_days: number;
  success_url: string;
  cancel_url: string | null;
  metadata: Record<string, string>;
  subscription_metadata: Record<string, string>;
}

export interface StripeSubscription {
  id: string;
  object: "subscription";
  status: "trialing" | "active" | "past_due" | "unpaid" | "canceled" | "incomplete" | "incomplete_expired";
  customer: string;
  item: string;
  price: string;
  created: number;
  period_start: number;
  period_end: number;
  trial_end: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  latest_invoice: string | null;
  schedule: string | null;
  metadata: Record<string, string>;
  automatic_tax: { enabled: boolean };
  /** Discount on the first invoice, in per cent. */
  percent_off: number;
  notifiedOfTrial: boolean;
}

export interface StripeInvoice {
  id: string;
  object: "invoice";
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  customer: string;
  subscription: string;
  number: string;
  attempted: boolean;
  attempt_count: number;
  next_payment_attempt: number | null;
  created: number;
  currency: string;
  total: number;
  amount_paid: number;
  hosted_invoice_url: string;
  payment_intent: string | null;
}

export interface StripeCharge {
  id: string;
  object: "charge";
  customer: string;
  amount: number;
  amount_refunded: number;
  currency: string;
  created: number;
  payment_intent: string;
  receipt_url: string;
}

export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  livemode: false;
  type: string;
  data: { object: Record<string, unknown> };
}

/** Everything that the test double stores. */
export interface StripeState {
  readonly prices: Map<string, StripePrice>;
  readonly sessions: Map<string, StripeSession>;
  readonly invoices: Map<string, StripeInvoice>;
  readonly others: Map<string, StripeObject>;
  get<Kept>(place: Map<string, Kept>, id: string): Kept;
}
