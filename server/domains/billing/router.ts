import { nothing } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import {
  CheckoutStarted,
  EventTaken,
  ListTransactions,
  OpenPortal,
  Plans,
  PortalOpened,
  PostedEvent,
  StartCheckout,
  Subscription,
  TransactionPage,
} from "./contract";
import { getSubscription } from "./get-subscription";
import { listPlans } from "./list-plans";
import { listTransactions } from "./list-transactions";
import { openPortal } from "./open-portal";
import { receiveEvent, verifyEvent } from "./receive-event";
import { startCheckout } from "./start-checkout";

export const billingRouter = router({
  plans: query({
    rest: "GET /api/payprov/plans/",
    summary: "List the plans with their limits and prices",
    access: "public",
    limit: "read",
    input: nothing,
    output: Plans,
    errors: ["not_configured", "upstream_failed"],
    run: listPlans,
  }),
  subscription: query({
    rest: "GET /api/payprov/subscription/",
    summary: "Get the organisation's subscription, limits and usage",
    access: "billing.read",
    limit: "read",
    input: nothing,
    output: Subscription,
    errors: ["not_configured"],
    run: getSubscription,
  }),
  transactions: query({
    rest: "GET /api/payprov/transactions/",
    summary: "List the organisation's invoices, refunds and disputes",
    access: "billing.read",
    limit: "read",
    input: ListTransactions,
    output: TransactionPage,
    errors: ["not_configured"],
    run: listTransactions,
  }),
  checkout: mutation({
    rest: "POST /api/payprov/create-checkout-session/",
    summary: "Create a checkout session for a plan, or change the current subscription",
    access: "billing.write",
    limit: "write",
    audit: "billing.checkout",
    transaction: false,
    input: StartCheckout,
    output: CheckoutStarted,
    errors: ["not_configured", "upstream_failed", "conflict"],
    run: startCheckout,
  }),
  portal: mutation({
    rest: "POST /api/payprov/portal/",
    summary: "Create a billing portal session (payment method, invoices, cancellation)",
    access: "billing.write",
    limit: "write",
    audit: "billing.portal",
    transaction: false,
    input: OpenPortal,
    output: PortalOpened,
    errors: ["not_configured", "upstream_failed", "conflict"],
    run: openPortal,
  }),
  webhook: mutation({
    rest: "POST /api/payprov/webhook",
    summary: "Receive payment and subscription events from Stripe",
    access: "signature",
    limit: "callback",
    audit: null,
    transaction: false,
    // Maximum size in bytes: large enough for an event about an invoice with many lines.
    maxBytes: 1_000_000,
    verify: verifyEvent,
    signedBy: "StripeSignature",
    input: PostedEvent,
    output: EventTaken,
    errors: ["invalid_signature", "not_configured", "upstream_failed"],
    run: receiveEvent,
  }),
});
