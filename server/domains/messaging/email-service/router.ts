import { nothing } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { EmailMessageId, EmailState, QueuedEmail, SendAccessibilityEmail, SendEmail, TemplateList } from "./contract";
import { readEmail, sendEmail } from "./emails";
import { listTemplates } from "./list-templates";

export const emailServiceRouter = router({
  send: mutation({
    rest: "POST /api/v1/email",
    summary: "Send an email from a template",
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
    summary: "Send an email from a template, with the accessibility app's branding",
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
    summary: "Get the delivery status of an email",
    access: "service-key",
    limit: "service",
    input: EmailMessageId,
    output: EmailState,
    errors: ["not_found"],
    run: readEmail,
  }),
  templates: query({
    rest: "GET /api/v1/templates",
    summary: "List the email templates with the JSON Schema of their data and a sample",
    access: "service-key",
    limit: "service",
    input: nothing,
    output: TemplateList,
    run: listTemplates,
  }),
});
