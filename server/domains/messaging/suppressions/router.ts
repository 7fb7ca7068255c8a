import { pageOf } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import {
  LiftedSuppression,
  LiftSuppression,
  ListSuppressions,
  Subscription,
  SubscriptionState,
  Suppression,
} from "./contract";
import { readSubscription, resubscribe, unsubscribe } from "./digest-subscription";
import { liftSuppression, listSuppressions } from "./manage-suppressions";

const byLink = {
  access: "public",
  input: Subscription,
  output: SubscriptionState,
  errors: ["invalid_code"],
} as const;

export const suppressionsRouter = router({
  list: query({
    rest: "GET /api/v1/suppressions",
    summary: "List suppressed email addresses and the reason for each",
    access: "service-key",
    limit: "service",
    input: ListSuppressions,
    output: pageOf(Suppression),
    run: listSuppressions,
  }),
  lift: mutation({
    rest: "DELETE /api/v1/suppressions/{email}",
    summary: "Lift the suppression of an email address",
    access: "service-key",
    limit: "service",
    audit: null,
    input: LiftSuppression,
    output: LiftedSuppression,
    errors: ["not_found"],
    run: liftSuppression,
  }),
  subscription: query({
    rest: "GET /api/v1/unsubscribe",
    summary: "Get the digest subscription status of the email address in an unsubscribe link",
    limit: "read",
    ...byLink,
    run: readSubscription,
  }),
  unsubscribe: mutation({
    rest: "POST /api/v1/unsubscribe",
    summary: "Unsubscribe an email address from digests, using its unsubscribe link",
    limit: "session",
    audit: null,
    ...byLink,
    run: unsubscribe,
  }),
  resubscribe: mutation({
    rest: "DELETE /api/v1/unsubscribe",
    summary: "Resubscribe an email address to digests, using its unsubscribe link",
    limit: "session",
    audit: null,
    ...byLink,
    run: resubscribe,
  }),
});
