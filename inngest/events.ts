import { eventType } from "inngest";
import { z } from "zod";

// An event says what happened, never what to do: `noun/past-participle`.
const audit = z.object({ audit_id: z.uuid() });

export const auditRequested = eventType("audit/requested", { schema: audit });
/** It left the queue: its scan is asked for from now on. */
export const auditStarted = eventType("audit/started", { schema: audit });
export const auditEnded = eventType("audit/ended", { schema: audit });
export const websiteRemoved = eventType("website/removed", { schema: z.object({ website_id: z.uuid() }) });
export const brandingChanged = eventType("branding/changed", { schema: z.object({ org_id: z.uuid() }) });
const reportJob = z.object({ job_id: z.uuid() });
export const reportRequested = eventType("report/requested", { schema: reportJob.extend({ audit_id: z.string() }) });
export const reportGenerated = eventType("report/generated", { schema: reportJob });
export const leadWon = eventType("lead/won", { schema: reportJob });
export const mailQueued = eventType("mail/queued", { schema: z.object({ message_id: z.uuid() }) });
export const chatQueued = eventType("chat/queued", {
  schema: z.object({ notification_id: z.uuid(), text: z.string(), blocks: z.array(z.record(z.string(), z.unknown())) }),
});
export const passwordResetRequested = eventType("password-reset/requested", {
  schema: z.object({ request_id: z.uuid(), email: z.string() }),
});
export const exportRequested = eventType("data-export/requested", { schema: z.object({ export_id: z.uuid() }) });
/** Nothing else remembers the person once this is told, so it says what there still is to do. */
export const accountDeleted = eventType("account/deleted", {
  schema: z.object({ user_id: z.uuid(), email: z.string(), name: z.string(), org_ids: z.array(z.uuid()) }),
});
/** The token is sealed; with the connection gone, nothing else holds it. */
export const searchPerfDisconnected = eventType("search-perf/disconnected", {
  schema: z.object({ org_id: z.uuid(), sealed_token: z.string() }),
});
/** `customer` is what the payment provider calls it. */
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
