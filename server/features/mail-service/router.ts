import { mutation, query, router } from "@/server/core/endpoint";
import { nothing } from "@/server/core/schema";
import { EmailMessageId, EmailState, QueuedEmail, SendAccessibilityEmail, SendEmail, TemplateList } from "./contract";
import { listTemplates } from "./list-templates";
import { readEmail } from "./read-email";
import { sendEmail } from "./send-email";

export const mailServiceRouter = router({
  send: mutation({
    rest: "POST /api/v1/email",
    summary: "Send one e-mail made from a template",
    access: "service-key",
    limit: "service",
    audit: null,
    status: 202,
    idempotent: true,
    input: SendEmail,
    output: QueuedEmail,
    errors: ["conflict"],
    run: sendEmail,
  }),
  sendForAccessibility: mutation({
    rest: "POST /api/v1/apps/accessibility/emails",
    summary: "Send one e-mail in the branding of the accessibility app",
    access: "service-key",
    limit: "service",
    audit: null,
    status: 202,
    idempotent: true,
    input: SendAccessibilityEmail,
    output: QueuedEmail,
    errors: ["conflict"],
    run: sendEmail,
  }),
  state: query({
    rest: "GET /api/v1/email/{messageId}",
    summary: "What became of an e-mail",
    access: "service-key",
    limit: "service",
    input: EmailMessageId,
    output: EmailState,
    errors: ["not_found"],
    run: readEmail,
  }),
  templates: query({
    rest: "GET /api/v1/templates",
    summary: "Every e-mail template with the JSON Schema of its data and a sample",
    access: "service-key",
    limit: "service",
    input: nothing,
    output: TemplateList,
    run: listTemplates,
  }),
});
