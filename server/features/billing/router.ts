import { mutation, query, router } from "@/server/core/endpoint";
import { nothing } from "@/server/core/schema";
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
import { startCheckout } from "./start-checkout";
import { takeEvent, verifyEvent } from "./take-event";

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
    summary: "Show the organisation's plan, what it covers and how much is used",
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
    summary: "Open a checkout for a plan, or the change of a running one",
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
    summary: "Open the provider's pages for pay method, invoices and cancellation",
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
    summary: "Take what Stripe reports of payments and subscriptions",
    access: "signature",
    limit: "callback",
    audit: null,
    transaction: false,
    // An invoice with many lines.
    maxBytes: 1_000_000,
    verify: verifyEvent,
    input: PostedEvent,
    output: EventTaken,
    errors: ["invalid_signature", "not_configured", "upstream_failed"],
    run: takeEvent,
  }),
});
