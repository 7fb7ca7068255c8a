import type { Stripe } from "stripe";
import type { DisputeStatus, InvoiceStatus, Payments, ProviderInvoice, ProviderRefund } from "./port";
import { type CallStripe, orNull } from "./stripe-client";
import { dateOf, idOf } from "./stripe-shapes";

/** Returns the status of an invoice's last payment intent; null if it has none. */
const progressOf = ({ payments }: Stripe.Invoice): string | null => {
  const intents = payments?.data.map(({ payment }) => payment.payment_intent) ?? [];
  const last = intents.findLast((intent) => typeof intent === "object");
  return typeof last === "object" ? last.status : null;
};

/** An invoice without a status is a draft. */
const invoiceStatuses: Readonly<Record<string, InvoiceStatus>> = {
  draft: "draft",
  paid: "paid",
  void: "void",
  uncollectible: "uncollectible",
};

const statusOf = (invoice: Stripe.Invoice): InvoiceStatus => {
  const { status, attempted } = invoice;
  if (status !== "open") return invoiceStatuses[status ?? "draft"] ?? "other";
  const progress = progressOf(invoice);
  if (progress === "requires_action") return "action_required";
  return attempted && progress !== "processing" ? "failed" : "open";
};

const toInvoice = (invoice: Stripe.Invoice): ProviderInvoice => ({
  id: invoice.id,
  customer: idOf(invoice.customer),
  status: statusOf(invoice),
  amount: invoice.total,
  currency: invoice.currency,
  number: invoice.number,
  url: invoice.hosted_invoice_url ?? null,
  created_at: dateOf(invoice.created),
});

const toRefund = ({ id, status, amount, currency, created }: Stripe.Refund): ProviderRefund => ({
  id,
  status: status === "succeeded" ? "succeeded" : status === "failed" || status === "canceled" ? "failed" : "pending",
  amount,
  currency,
  created_at: dateOf(created),
});

const disputeStatuses: ReadonlySet<string> = new Set<Exclude<DisputeStatus, "other">>([
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "won",
  "lost",
  "prevented",
]);

const isDisputeStatus = (status: string): status is DisputeStatus => disputeStatuses.has(status);

const customerOf = (charge: Stripe.Dispute["charge"]): string | null =>
  typeof charge === "string" ? null : idOf(charge.customer);

export const readingCalls = (call: CallStripe): Pick<Payments, "readCharge" | "readDispute" | "readInvoice"> => ({
  readInvoice: async (id) => {
    const expand = ["payments.data.payment.payment_intent"];
    const invoice = await orNull(call((stripe) => stripe.invoices.retrieve(id, { expand })));
    return invoice && toInvoice(invoice);
  },
  readCharge: async (id) => {
    const charge = await orNull(call((stripe) => stripe.charges.retrieve(id, { expand: ["refunds"] })));
    if (!charge) return null;
    const refunds = (charge.refunds?.data ?? []).map(toRefund);
    return { customer: idOf(charge.customer), url: charge.receipt_url, refunds };
  },
  readDispute: async (id) => {
    const dispute = await orNull(call((stripe) => stripe.disputes.retrieve(id, { expand: ["charge"] })));
    if (!dispute) return null;
    const { status, amount, currency, charge, created } = dispute;
    const known = isDisputeStatus(status) ? status : "other";
    return { id, customer: customerOf(charge), status: known, amount, currency, created_at: dateOf(created) };
  },
});
