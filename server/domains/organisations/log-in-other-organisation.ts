import type { Ctx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import type { AuditAction } from "@/server/endpoint/audit-actions";
import { acrossOrganisations } from "@/server/endpoint/scoped-db";

interface Entry {
  org_id: string;
  action: AuditAction;
  target_id: string;
}

/**
 * Adds an audit log entry for an organisation that isn't the active one. Endpoints themselves write entries only for
 * the active organisation.
 */
export const logInOtherOrganisation = async (
  { db, user_id, call }: Ctx,
  { org_id, action, target_id }: Entry,
): Promise<void> => {
  await acrossOrganisations(db).auditLog.create({
    data: {
      id: newId(),
      org_id,
      actor_type: "user",
      actor_id: user_id,
      action,
      target_id,
      ip: call.ip,
      request_id: call.id,
    },
  });
};
