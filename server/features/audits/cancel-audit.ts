import { auditEnded } from "@/inngest/events";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { webhookScanEnd } from "./announce-webhooks";
import type { Audit, AuditId } from "./contract";
import { presentAudit } from "./present";
import { findAudit } from "./read-audits";

/** Stops an audit; what was scanned stays readable. Twice is fine, after the end is a conflict. */
export const cancelAudit = async (ctx: Ctx, { id }: AuditId): Promise<Audit> => {
  await findAudit(ctx, id);
  const { count } = await ctx.db.websiteAudit.updateMany({
    where: { id, status: "in_progress" },
    data: { status: "cancelled", completed_at: new Date() },
  });
  const audit = await findAudit(ctx, id);
  if (count === 0 && audit.status !== "cancelled")
    throw new AppError("conflict", "This audit has ended; there is nothing to cancel.", { status: audit.status });
  if (count === 1) {
    await webhookScanEnd(ctx, id);
    ctx.emit(auditEnded.create({ audit_id: id }));
  }
  return presentAudit(audit);
};
