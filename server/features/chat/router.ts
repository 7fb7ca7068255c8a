import { mutation, router } from "@/server/core/endpoint";
import { postLead } from "@/server/features/messages";
import { Delivered, PostTestLead } from "./contract";

export const chatRouter = router({
  test: mutation({
    rest: "POST /api/v1/chat/test",
    summary: "Post a lead notification to the chat channel",
    access: "public",
    limit: "mailing",
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
