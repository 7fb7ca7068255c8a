import { ActorType } from "@/generated/prisma/enums";
import type { CallContext, Db } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import type { AuditAction } from "./audit-actions";

interface Actor {
  db: Db;
  org_id: string;
  user_id: string;
  call: Pick<CallContext["call"], "id" | "ip">;
}

/**
 * Adds an entry to the organisation's audit log for each target. The entry for an endpoint's own action is added
 * automatically.
 */
export const writeAuditLog = async (
  { db, org_id, user_id: actor_id, call: { id: request_id, ip } }: Actor,
  action: AuditAction,
  targets: readonly (string | null)[],
): Promise<void> => {
  const row = { org_id, actor_type: ActorType.user, actor_id, action, ip, request_id };
  await db.auditLog.createMany({ data: targets.map((target_id) => ({ ...row, id: newId(), target_id })) });
};
