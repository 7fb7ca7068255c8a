import { mutation, router } from "@/server/endpoint/endpoint";
import { postLead } from "../delivery";
import { Delivered, PostTestLead } from "./contract";

export const chatRouter = router({
  test: mutation({
    rest: "POST /api/v1/chat/test",
    summary: "Post a lead notification to the chat channel",
    access: "public",
    limit: "mailing",
    knownCallers: { user: "write", serviceKey: "reports" },
    closedUnless: "ANONYMOUS_CHAT_TEST",
    audit: null,
    idempotent: true,
    recipients: ({ email }) => [`chat about ${email}`],
    input: PostTestLead,
    output: Delivered,
    errors: ["conflict", "upstream_failed"],
    outside: postLead,
    run: async () => ({ delivered: true as const }),
  }),
});
