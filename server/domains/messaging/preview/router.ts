import { nothing } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { ListOutbox, OpenedOutbox, OpenOutbox, OutboxKey, OutboxList, OutboxMessage, OutboxStatus } from "./contract";
import { listMessages, openOutbox, readMessage, readStatus } from "./read-outbox";

const shared = { access: "public", limit: "read", errors: ["forbidden", "not_found"] } as const;

export const outboxRouter = router({
  status: query({
    rest: "GET /api/outbox/status/",
    summary: "Get the status of the email preview",
    access: "public",
    limit: "read",
    input: nothing,
    output: OutboxStatus,
    run: readStatus,
  }),
  open: mutation({
    rest: "POST /api/outbox/open/",
    summary: "Exchange the operator key for a cookie that gives this browser access to the email preview",
    access: "public",
    limit: "session",
    audit: null,
    errors: ["forbidden", "not_found"],
    input: OpenOutbox,
    output: OpenedOutbox,
    transaction: false,
    run: openOutbox,
  }),
  list: query({
    rest: "GET /api/outbox/",
    summary: "List the emails in the email preview, for the operator",
    ...shared,
    input: ListOutbox,
    output: OutboxList,
    run: listMessages,
  }),
  get: query({
    rest: "GET /api/outbox/{id}/",
    summary: "Get an email from the email preview, for the operator",
    ...shared,
    input: OutboxKey,
    output: OutboxMessage,
    run: readMessage,
  }),
});
