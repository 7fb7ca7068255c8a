import { query, router } from "@/server/core/endpoint";
import { nothing } from "@/server/core/schema";
import { ListOutbox, OutboxKey, OutboxList, OutboxMessage, OutboxStatus } from "./contract";
import { listMessages, readMessage, readStatus } from "./read-outbox";

const shared = { access: "public", limit: "read", errors: ["forbidden", "not_found"] } as const;

export const outboxRouter = router({
  status: query({
    rest: "GET /api/outbox/status/",
    summary: "Whether mails end in the embedded outbox",
    access: "public",
    limit: "read",
    input: nothing,
    output: OutboxStatus,
    run: readStatus,
  }),
  list: query({
    rest: "GET /api/outbox/",
    summary: "List the mails of the embedded outbox, for the operator",
    ...shared,
    input: ListOutbox,
    output: OutboxList,
    run: listMessages,
  }),
  get: query({
    rest: "GET /api/outbox/{id}/",
    summary: "Read a mail of the embedded outbox, for the operator",
    ...shared,
    input: OutboxKey,
    output: OutboxMessage,
    run: readMessage,
  }),
});
