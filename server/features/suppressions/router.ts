import { mutation, query, router } from "@/server/core/endpoint";
import { pageOf } from "@/server/core/schema";
import { readSubscription, resubscribe, unsubscribe } from "./change-subscription";
import {
  LiftedSuppression,
  LiftSuppression,
  ListSuppressions,
  Subscription,
  SubscriptionState,
  Suppression,
} from "./contract";
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
    summary: "List the addresses that are not written to, and why",
    access: "service-key",
    limit: "service",
    input: ListSuppressions,
    output: pageOf(Suppression),
    run: listSuppressions,
  }),
  lift: mutation({
    rest: "DELETE /api/v1/suppressions/{email}",
    summary: "Let mail go to a suppressed address again",
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
    summary: "Whether digests go to the address of an unsubscribe link",
    limit: "read",
    ...byLink,
    run: readSubscription,
  }),
  unsubscribe: mutation({
    rest: "POST /api/v1/unsubscribe",
    summary: "Stop digests to the address of an unsubscribe link",
    limit: "session",
    audit: null,
    ...byLink,
    run: unsubscribe,
  }),
  resubscribe: mutation({
    rest: "DELETE /api/v1/unsubscribe",
    summary: "Take an unsubscription back",
    limit: "session",
    audit: null,
    ...byLink,
    run: resubscribe,
  }),
});
