import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { auditEnded } from "@/server/core/events";
import { toAuditOutput } from "./audit-output";
import type { Audit, AuditId } from "./contract";
import { webhookScanEnd } from "./emit-webhooks";
import { findAudit } from "./read-audits";
import { deleteOutlines } from "./stored-outlines";
import { deleteAuditJourneys } from "./website-journeys";

/**
 * Cancels an audit; the results of pages already scanned remain available. Does nothing if the audit is already
 * cancelled. Throws `conflict` if it has completed or failed.
 */
export const cancelAudit = async (ctx: Ctx, { id }: AuditId): Promise<Audit> => {
  await findAudit(ctx, id);
  const { count } = await ctx.db.websiteAudit.updateMany({
    where: { id, org_id: ctx.org_id, status: "in_progress" },
    data: { status: "cancelled", completed_at: new Date() },
  });
  const audit = await findAudit(ctx, id);
  if (count === 0 && audit.status !== "cancelled")
    throw new AppError("conflict", "This audit can't be cancelled, because it has already ended.", {
      status: audit.status,
    });
  if (count === 1) {
    await deleteOutlines(ctx.db, id);
    await deleteAuditJourneys(ctx.db, id);
    await webhookScanEnd(ctx, id);
    ctx.emit(auditEnded.create({ audit_id: id }));
  }
  return toAuditOutput(audit);
};
