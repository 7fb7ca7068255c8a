import { mutation, router } from "@/server/endpoint/endpoint";
import { applyEmailEvent } from "./apply-email-event";
import { EmailEvent, EmailEventReply } from "./contract";
import { verifyEmailEvent } from "./verify-email-event";

export const emailEventsRouter = router({
  take: mutation({
    rest: "POST /api/v1/email/events",
    summary: "Receive email events from Resend",
    access: "signature",
    limit: "callback",
    audit: null,
    verify: verifyEmailEvent,
    signedBy: "ResendSignature",
    input: EmailEvent,
    output: EmailEventReply,
    errors: ["invalid_signature", "not_configured"],
    run: applyEmailEvent,
  }),
});
