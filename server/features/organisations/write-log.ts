import type { Ctx } from "@/server/core/context";
import type { AuditAction } from "@/server/core/declaration";
import { newId } from "@/server/core/ids";

interface Entry {
  org_id: string;
  action: AuditAction;
  target_id: string;
}

/** An entry for another organisation than the active one, whose log the endpoint itself writes. */
export const writeLog = async ({ db, user_id, call }: Ctx, { org_id, action, target_id }: Entry): Promise<void> => {
  await db.auditLog.create({
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
