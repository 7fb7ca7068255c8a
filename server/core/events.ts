import { eventType } from "inngest";
import { z } from "zod";

// Event names say what happened, never what to do: `noun/past-participle`.
const audit = z.object({ audit_id: z.uuid() });

export const auditRequested = eventType("audit/requested", { schema: audit });
/**
 * The audit was given a scanner slot, which `slot` identifies. `slice` is the number of slots that the audit has had,
 * including this one. The event starts the job that requests the scan.
 */
export const auditStarted = eventType("audit/started", {
  schema: audit.extend({ slice: z.number().int(), slot: z.string() }),
});
/** The audit lost its slot and is waiting for another one. */
export const auditParked = eventType("audit/parked", { schema: audit.extend({ slice: z.number().int() }) });
export const auditEnded = eventType("audit/ended", { schema: audit });
export const websiteRemoved = eventType("website/removed", { schema: z.object({ website_id: z.uuid() }) });
export const brandingChanged = eventType("branding/changed", { schema: z.object({ org_id: z.uuid() }) });
const reportJob = z.object({ job_id: z.uuid() });
export const reportRequested = eventType("report/requested", {
  schema: reportJob.extend({
    audit_id: z.string(),
    queue: z.enum(["anonymous", "known"]).optional(),
    priority: z.number().optional(),
  }),
});
export const reportGenerated = eventType("report/generated", { schema: reportJob });
export const leadCaptured = eventType("lead/captured", { schema: reportJob });
export const emailQueued = eventType("email/queued", { schema: z.object({ message_id: z.uuid() }) });
export const chatQueued = eventType("chat/queued", {
  schema: z.object({ notification_id: z.uuid(), text: z.string(), blocks: z.array(z.record(z.string(), z.unknown())) }),
});
export const passwordResetRequested = eventType("password-reset/requested", {
  schema: z.object({
    request_id: z.uuid(),
    email: z.string(),
    /** Milliseconds since 1970; omitted by older versions. */
    requested_at: z.number().optional(),
    /** The client that requested the reset, for the security log. */
    asked_by: z.object({ call_id: z.string(), ip: z.string(), agent: z.string() }).optional(),
  }),
});
/** The "account exists" email for a sign-up was held back, because the email address had received too many emails. */
export const accountExistsHeld = eventType("account-exists/held", {
  schema: z.object({ user_id: z.uuid(), requested_at: z.number() }),
});
export const exportRequested = eventType("data-export/requested", { schema: z.object({ export_id: z.uuid() }) });
/** Contains everything needed to finish the deletion, because no other record of the user is left. */
export const accountDeleted = eventType("account/deleted", {
  schema: z.object({
    user_id: z.uuid(),
    email: z.string(),
    name: z.string(),
    org_ids: z.array(z.uuid()),
    /** False when the email address was never verified. */
    notify: z.boolean().optional(),
  }),
});
/** The token is sealed. Once the connection is deleted, only this event contains it. */
export const searchPerfDisconnected = eventType("search-perf/disconnected", {
  schema: z.object({ org_id: z.uuid(), sealed_token: z.string() }),
});
/** `customer` is the organisation's customer id at the payment provider. */
export const organisationRemoved = eventType("organisation/removed", {
  schema: z.object({ org_id: z.uuid(), customer: z.string() }),
});
export const webhookQueued = eventType("webhook/queued", {
  schema: z.object({
    job_id: z.uuid(),
    delivery_id: z.uuid(),
    endpoint_id: z.uuid(),
    round: z.number().int(),
  }),
});
/** Sent to check whether the job engine calls this app. */
export const engineProbed = eventType("engine/probed", { schema: z.object({}) });
