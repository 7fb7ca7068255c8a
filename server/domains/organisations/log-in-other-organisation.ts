import type { Ctx } from "@/server/core/context";
import type { AuditAction } from "@/server/endpoint/audit-actions";
import { acrossOrganisations } from "@/server/endpoint/scoped-db";
import { writeAuditLog } from "@/server/endpoint/write-audit-log";

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
): Promise<void> => writeAuditLog({ db: acrossOrganisations(db), org_id, user_id, call }, action, [target_id]);
