import { mutation, router } from "@/server/core/endpoint";
import { applyMailEvent } from "./apply-mail-event";
import { MailEvent, MailEventReply } from "./contract";
import { verifyMailEvent } from "./verify-mail-event";

export const mailEventsRouter = router({
  take: mutation({
    rest: "POST /api/v1/email/events",
    summary: "Take what Resend reports of sent mail",
    access: "signature",
    limit: "callback",
    audit: null,
    verify: verifyMailEvent,
    input: MailEvent,
    output: MailEventReply,
    errors: ["invalid_signature", "not_configured"],
    run: applyMailEvent,
  }),
});
