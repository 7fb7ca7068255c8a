import { eventType } from "inngest";
import { z } from "zod";

// An event says what happened, never what to do: `noun/past-participle`.
const audit = z.object({ audit_id: z.uuid() });

export const auditRequested = eventType("audit/requested", { schema: audit });
export const auditEnded = eventType("audit/ended", { schema: audit });
export const websiteRemoved = eventType("website/removed", { schema: z.object({ website_id: z.uuid() }) });
const reportJob = z.object({ job_id: z.uuid() });
export const reportRequested = eventType("report/requested", { schema: reportJob.extend({ audit_id: z.string() }) });
export const reportGenerated = eventType("report/generated", { schema: reportJob });
export const leadWon = eventType("lead/won", { schema: reportJob });
export const mailQueued = eventType("mail/queued", { schema: z.object({ message_id: z.uuid() }) });
export const chatQueued = eventType("chat/queued", {
  schema: z.object({ notification_id: z.uuid(), text: z.string(), blocks: z.array(z.record(z.string(), z.unknown())) }),
});
