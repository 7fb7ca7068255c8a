import type {
  Checkout,
  Payments,
  ProviderCharge,
  ProviderDispute,
  ProviderInvoice,
} from "@/server/adapters/payments/port";
import type { StripeEvent } from "./contract";

/** What an event is about, besides the subscription: as the provider has it now. */
export type Fact =
  | { kind: "checkout"; checkout: Checkout }
  | { kind: "invoice"; invoice: ProviderInvoice }
  | { kind: "charge"; charge: ProviderCharge }
  | { kind: "dispute"; dispute: ProviderDispute }
  | { kind: "trial" }
  | { kind: "subscription" };

interface Reading {
  customer: string | null;
  fact: Fact;
}

type Read = (payments: Payments, id: string, object: Record<string, unknown>) => Promise<Reading | null>;

const nameOf = (value: unknown): string | null =>
  typeof value === "string" && /^\w{1,255}$/.test(value) ? value : null;

const ofSubscription =
  (kind: "trial" | "subscription"): Read =>
  async (_payments, _id, { customer }) => ({ customer: nameOf(customer), fact: { kind } });

const ofCheckout: Read = async (payments, id) => {
  const checkout = await payments.readCheckout(id);
  return checkout && { customer: checkout.customer, fact: { kind: "checkout", checkout } };
};

const ofInvoice: Read = async (payments, id) => {
  const invoice = await payments.readInvoice(id);
  return invoice && { customer: invoice.customer, fact: { kind: "invoice", invoice } };
};

const ofCharge: Read = async (payments, id) => {
  const charge = await payments.readCharge(id);
  return charge && { customer: charge.customer, fact: { kind: "charge", charge } };
};

const ofDispute: Read = async (payments, id) => {
  const dispute = await payments.readDispute(id);
  return dispute && { customer: dispute.customer, fact: { kind: "dispute", dispute } };
};

/** The events that change something (contract §6). */
const readers: Readonly<Record<string, Read>> = {
  "checkout.session.completed": ofCheckout,
  "checkout.session.async_payment_succeeded": ofCheckout,
  "checkout.session.async_payment_failed": ofCheckout,
  "checkout.session.expired": ofCheckout,
  "customer.subscription.created": ofSubscription("subscription"),
  "customer.subscription.updated": ofSubscription("subscription"),
  "customer.subscription.deleted": ofSubscription("subscription"),
  "customer.subscription.trial_will_end": ofSubscription("trial"),
  "invoice.paid": ofInvoice,
  "invoice.payment_failed": ofInvoice,
  "invoice.payment_action_required": ofInvoice,
  "charge.refunded": ofCharge,
  "charge.dispute.created": ofDispute,
};

/** Asks the provider for what an event names; null for an event of no interest. */
export const readFact = async (
  payments: Payments,
  { type, data }: StripeEvent,
): Promise<{ customer: string; fact: Fact } | null> => {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  const id = nameOf(data.object["id"]);
  const reading = read && id ? await read(payments, id, data.object) : null;
  return reading?.customer ? { customer: reading.customer, fact: reading.fact } : null;
};
