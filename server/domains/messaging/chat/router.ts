import { z } from "zod";
import { webAddress } from "@/server/core/web-address";
import { mutation, router } from "@/server/endpoint/endpoint";
import { postLead } from "../delivery";

const WebAddress = webAddress();

const PostTestLead = z.strictObject({
  url: WebAddress.describe("URL of the website that the lead requested a report for"),
  email: z.email().max(320).describe("The lead's email address"),
  reportUrl: WebAddress.optional().describe("URL of the View Report button; if omitted, there is no button"),
  message: z.string().trim().min(1).max(3_000).optional().describe("Text that replaces the message's opening sentence"),
});
const Delivered = z.object({ delivered: z.literal(true) });

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
