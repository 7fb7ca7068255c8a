import { query, router } from "@/server/core/endpoint";
import { ListOutbox, OutboxKey, OutboxList, OutboxMessage } from "./contract";
import { listMessages, readMessage } from "./read-outbox";

const shared = { access: "public", limit: "read", errors: ["forbidden", "not_found"] } as const;

export const outboxRouter = router({
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
