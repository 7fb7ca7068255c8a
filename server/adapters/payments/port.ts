import type { BillingInterval, SubscriptionStatus } from "@/generated/prisma/enums";

export interface NewPromotionCode {
  /** The provider's id for the coupon that the code applies. */
  coupon: string;
  /**
   * Stored with the code at the provider, for anyone who looks the code up there; each value can have up to 500
   * characters.
   */
  metadata: Record<string, string>;
  /**
   * Only one code is created per key. This process remembers keys while it runs; Stripe remembers them for 24 hours.
   */
  idempotencyKey: string;
}

export interface NewCode {
  /** The provider's id for the promotion code. */
  id: string;
  /** The code that a customer enters. */
  code: string;
}

/**
 * The price of a subscription. `key` is the operator's name for the price; a new price that replaces it takes over the
 * key.
 */
export interface Price {
  id: string;
  key: string | null;
  product: string;
  /** In the smallest unit of the currency; null if the price depends on more than the quantity. */
  amount: number | null;
  currency: string;
  interval: BillingInterval | null;
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
  /** Stored with the checkout and returned by `readCheckout`. */
  metadata: Record<string, string>;
}

/** A page hosted by the provider, to which we send a customer. */
export interface HostedPage {
  id: string;
  url: string;
}

export interface Checkout {
  id: string;
  customer: string | null;
  /**
   * True if the checkout has been paid or nothing was due; false while it is open or its payment is pending at a bank,
   * or if the payment failed.
   */
  completed: boolean;
  amount: number;
  currency: string;
  price: Price | null;
  metadata: Record<string, string>;
}

export type { SubscriptionStatus };

export interface ProviderSubscription {
  id: string;
  /** Id of the subscription item to change when the plan changes. */
  item: string;
  status: SubscriptionStatus;
  price: Price;
  created_at: Date;
  current_period_end: Date | null;
  trial_ends_at: Date | null;
  /** Time at which the subscription ends or ended. */
  ends_at: Date | null;
  /** Id of the price that the subscription changes to in the next period. */
  next_price: string | null;
  /** Time at which the latest invoice was opened for payment; null if it isn't open. */
  owing_since: Date | null;
}

/** `other` is a status that we don't know. */
export type InvoiceStatus =
  | "draft"
  | "open"
  | "failed"
  | "action_required"
  | "paid"
  | "void"
  | "uncollectible"
  | "other";

/** `other` is a status that we don't know. */
export type DisputeStatus =
  | "warning_needs_response"
  | "warning_under_review"
  | "warning_closed"
  | "needs_response"
  | "under_review"
  | "appeal_needs_response"
  | "appeal_under_review"
  | "won"
  | "lost"
  | "prevented"
  | "other";

export interface ProviderInvoice {
  id: string;
  customer: string | null;
  /** `failed` when a payment attempt failed, `action_required` when the payer's bank requires confirmation. */
  status: InvoiceStatus;
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
  status: DisputeStatus;
  amount: number;
  currency: string;
  created_at: Date;
}

/** The object that an event is about. For charges and disputes, the customer isn't known until the object is read. */
export type EventSubject =
  | { kind: "checkout" | "invoice" | "charge" | "dispute"; id: string }
  | { kind: "subscription" | "trial"; customer: string };

/** An event from the provider. It only identifies what changed; `subject` is null for events that we ignore. */
export interface PaymentEvent {
  /** Id of the event, which stays the same across delivery attempts. */
  id: string;
  type: string;
  subject: EventSubject | null;
}

export interface NewPortal {
  customer: string;
  return_url: string;
  /** Prices that customers can change to, each for a different product or interval. */
  prices: readonly Price[];
  /** The page that the portal opens first; the portal's home page by default. */
  begin?:
    | { at: "payment_method" }
    | { at: "cancel"; subscription: string }
    | { at: "change"; subscription: string; item: string; price: string };
}

/**
 * Takes payments and applies discounts. If the provider fails, throws AppError `upstream_failed` with `details: {
 * retryable: boolean, status: number | null, retry_after_seconds?: number }`. Reads return the current state, never the
 * state in an event, and `null` for an object that the provider doesn't have.
 */
export interface Payments {
  kind: "stripe";
  location: string;
  /** Creates a promotion code that can be used once. */
  createPromotionCode(wanted: NewPromotionCode): Promise<NewCode>;
  /** Returns the active prices with these keys. */
  listPrices(keys: readonly string[]): Promise<Price[]>;
  /** Creates the customer for an organisation. Identical calls within 24 hours return the same customer. */
  createCustomer(wanted: NewCustomer): Promise<string>;
  /**
   * Starts a checkout session for a subscription and expires the customer's other open checkout sessions, to prevent double payment.
   */
  startCheckout(wanted: NewCheckout): Promise<HostedPage>;
  /**
   * Opens the customer portal: payment method, invoices, plan (upgrades take effect now, downgrades later),
   * cancellation.
   */
  openPortal(wanted: NewPortal): Promise<HostedPage>;
  readCheckout(id: string): Promise<Checkout | null>;
  /** Returns all subscriptions of a customer, including ended ones, newest first. */
  listSubscriptions(customer: string): Promise<ProviderSubscription[]>;
  readInvoice(id: string): Promise<ProviderInvoice | null>;
  readCharge(id: string): Promise<ProviderCharge | null>;
  readDispute(id: string): Promise<ProviderDispute | null>;
  /** Cancels every subscription of a customer immediately and expires its checkouts. Safe to repeat. */
  cancelSubscriptions(customer: string): Promise<void>;
}
