import { mutation, router } from "@/server/endpoint/endpoint";
import { applyMailEvent } from "./apply-mail-event";
import { MailEvent, MailEventReply } from "./contract";
import { verifyMailEvent } from "./verify-mail-event";

export const mailEventsRouter = router({
  take: mutation({
    rest: "POST /api/v1/email/events",
    summary: "Receive email events from Resend",
    access: "signature",
    limit: "callback",
    audit: null,
    verify: verifyMailEvent,
    signedBy: "ResendSignature",
    input: MailEvent,
    output: MailEventReply,
    errors: ["invalid_signature", "not_configured"],
    run: applyMailEvent,
  }),
});
