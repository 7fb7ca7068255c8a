export interface NewPromotionCode {
  /** The provider's id of the coupon that the code is for. */
  coupon: string;
  /** Kept with the code at the provider, for whoever looks it up there; values of at most 500 characters. */
  metadata: Record<string, string>;
  /** The same key makes one code, however often it is asked for: for ever in this process, for 24 hours at Stripe. */
  idempotencyKey: string;
}

export interface NewCode {
  /** The provider's id of the code. */
  id: string;
  /** What a customer types in. */
  code: string;
}

export type Interval = "month" | "year";

/** What a subscription costs; the key is the operator's name for it, and moves to its successor when it changes. */
export interface Price {
  id: string;
  key: string | null;
  product: string;
  /** In the smallest unit of the currency; null for a price that depends on more than the quantity. */
  amount: number | null;
  currency: string;
  interval: Interval | null;
}

export interface NewCustomer {
  org_id: string;
  name: string;
  email: string;
}

export interface NewCheckout {
  customer: string;
  price: string;
  trial_days: number;
  automatic_tax: boolean;
  success_url: string;
  cancel_url: string;
  /** Given back by `readCheckout`. */
  metadata: Record<string, string>;
}

/** A page of the provider that a customer is sent to. */
export interface HostedPage {
  id: string;
  url: string;
}

export interface Checkout {
  id: string;
  customer: string | null;
  /** Paid, or nothing was due; false while it is open, pending at a bank, or failed. */
  completed: boolean;
  amount: number;
  currency: string;
  price: Price | null;
  metadata: Record<string, string>;
}

export type SubscriptionStatus = "trialing" | "active" | "past_due" | "unpaid" | "cancelled" | "incomplete";

export interface ProviderSubscription {
  id: string;
  /** The line to change when the plan changes. */
  item: string;
  status: SubscriptionStatus;
  price: Price;
  created_at: Date;
  current_period_end: Date | null;
  trial_ends_at: Date | null;
  /** When it ends, or ended, for good. */
  ends_at: Date | null;
  /** Id of the price that it changes to with the next period. */
  next_price: string | null;
  /** Since when its latest invoice waits to be paid; null when it does not. */
  owing_since: Date | null;
}

export interface ProviderInvoice {
  id: string;
  customer: string | null;
  /** `failed` when a payment was tried, `action_required` when the payer's bank wants them to confirm it. */
  status: "draft" | "open" | "failed" | "action_required" | "paid" | "void" | "uncollectible";
  amount: number;
  currency: string;
  number: string | null;
  url: string | null;
  created_at: Date;
}

export interface ProviderRefund {
  id: string;
  status: "pending" | "succeeded" | "failed";
  amount: number;
  currency: string;
  created_at: Date;
}

export interface ProviderCharge {
  customer: string | null;
  url: string | null;
  refunds: ProviderRefund[];
}

export interface ProviderDispute {
  id: string;
  customer: string | null;
  status: string;
  amount: number;
  currency: string;
  created_at: Date;
}

/** What an event is about; a charge and the like say who the customer is when they are read. */
export type EventSubject =
  | { kind: "checkout" | "invoice" | "charge" | "dispute"; id: string }
  | { kind: "subscription" | "trial"; customer: string };

/** What the provider reports. It only says where to look; `subject` is null where nothing of interest happened. */
export interface PaymentEvent {
  /** The same at every try. */
  id: string;
  type: string;
  subject: EventSubject | null;
}

export interface NewPortal {
  customer: string;
  return_url: string;
  /** What customers may change to, each price of another product or interval. */
  prices: readonly Price[];
  /** Where in the portal they begin; at its start unless given. */
  begin?:
    | { at: "payment_method" }
    | { at: "cancel"; subscription: string }
    | { at: "change"; subscription: string; item: string; price: string };
}

/**
 * Takes money and gives discounts. A provider that fails is AppError `upstream_failed` with `details: { retryable:
 * boolean, status: number | null, retry_after_seconds?: number }`. What is read is as it is now, never as an event
 * told it; `null` for what the provider does not have.
 */
export interface Payments {
  kind: "stripe";
  location: string;
  /** Makes a code that works once. */
  createPromotionCode(wanted: NewPromotionCode): Promise<NewCode>;
  /** The active prices with these keys. */
  listPrices(keys: readonly string[]): Promise<Price[]>;
  /** Makes the customer that an organisation is at the provider, once for 24 hours. */
  createCustomer(wanted: NewCustomer): Promise<string>;
  /** Opens a checkout of a subscription, and closes the customer's others, so that nobody pays for two. */
  startCheckout(wanted: NewCheckout): Promise<HostedPage>;
  /** Opens the customer's own pages: pay method, invoices, change of plan (larger now, smaller later), cancellation. */
  openPortal(wanted: NewPortal): Promise<HostedPage>;
  readCheckout(id: string): Promise<Checkout | null>;
  /** All of a customer, the ended ones too, newest first. */
  listSubscriptions(customer: string): Promise<ProviderSubscription[]>;
  readInvoice(id: string): Promise<ProviderInvoice | null>;
  readCharge(id: string): Promise<ProviderCharge | null>;
  readDispute(id: string): Promise<ProviderDispute | null>;
  /** Ends every subscription of a customer at once, and closes its checkouts. Again is harmless. */
  cancelSubscriptions(customer: string): Promise<void>;
}
