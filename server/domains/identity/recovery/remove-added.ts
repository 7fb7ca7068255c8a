import { ActorType } from "@/generated/prisma/enums";
import type { Client, Db, SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { emailedReportKey } from "@/server/core/report-key";
import { recordSecurityEvent, type SecurityCtx } from "@/server/core/security-log";
import { queueEmail } from "@/server/domains/messaging/delivery";
import type { AuditAction } from "@/server/endpoint/audit-actions";
import { endMembership, revokeInvitesOf } from "../memberships";
import type { Added } from "./contract";
import { listAdded } from "./list-added";

interface Caller {
  user: { id: string; email: string };
  call: Client;
}

const writeLog = async (db: Db, { user, call }: Caller, org_id: string, action: AuditAction, target_id: string) => {
  const entry = { id: newId(), org_id, actor_type: ActorType.user, actor_id: user.id, action, target_id };
  await db.auditLog.create({ data: { ...entry, ip: call.ip, request_id: call.id } });
};

type Remove = (system: SystemCtx, caller: Caller, key: string) => Promise<void>;

export const unlinkIdentity = async (
  ctx: SecurityCtx,
  { provider, subject, user_id }: { provider: string; subject: string; user_id: string },
): Promise<void> => {
  const { count } = await ctx.db.linkedIdentity.deleteMany({ where: { provider, subject, user_id } });
  if (count > 0) await recordSecurityEvent(ctx, { event: "identity_unlink", user_id, method: provider });
};

const removeIdentity: Remove = async ({ db }, { user, call }, key) => {
  const at = key.indexOf("/");
  await unlinkIdentity({ db, call }, { provider: key.slice(0, at), subject: key.slice(at + 1), user_id: user.id });
};

const revokeInvitation: Remove = async ({ db }, caller, id) => {
  const { org_id } = await db.invitation.update({ where: { id }, data: { status: "revoked" } });
  await writeLog(db, caller, org_id, "member.uninvite", id);
};

/**
 * Removes a member and the webhooks and invitations that the member created in the organisation. Keeps the last owner,
 * because an organisation must always have an owner.
 */
const removeMember: Remove = async (system, caller, key) => {
  const { db } = system;
  const [org_id = "", user_id = ""] = key.split("/");
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${org_id}::uuid FOR NO KEY UPDATE`;
  const where = { org_id_user_id: { org_id, user_id } };
  const member = await db.membership.findUnique({ where, include: { user: true, organisation: true } });
  if (!member) return;
  const owners = await db.membership.count({
    where: { org_id, role: "owner", disabled_at: null, user_id: { not: user_id } },
  });
  if (owners === 0) return;
  const sessions = await db.session.findMany({ where: { user_id }, select: { id: true } });
  const made = { org_id, created_by_session: { in: sessions.map(({ id }) => id) } };
  await db.webhookEndpoint.deleteMany({ where: made });
  await revokeInvitesOf({ db }, { org_id, user_id, role: null });
  await endMembership({ db }, org_id, user_id);
  await writeLog(db, caller, org_id, "member.remove", user_id);
  const data = { org: member.organisation.name };
  await queueEmail(system, { to: member.user.email, template: "org-member-removed", data });
};

const removeWebhook: Remove = async ({ db }, caller, id) => {
  const { org_id } = await db.webhookEndpoint.delete({ where: { id } });
  await writeLog(db, caller, org_id, "webhook.remove", id);
};

/** Schedules files for deletion. A link to a file stops working once the file has been deleted. */
const scheduleDeletion = async (db: Db, keys: string[]): Promise<void> => {
  await db.objectToDelete.createMany({ data: keys.map((key) => ({ key })), skipDuplicates: true });
};

const removeReport: Remove = async ({ db }, _caller, id) => {
  const { audit_id } = await db.reportJob.delete({ where: { id } });
  // All reports of an audit share one file, even if different people requested them.
  const others = await db.reportJob.count({ where: { audit_id } });
  await scheduleDeletion(db, [...(others === 0 ? [audit_id] : []), emailedReportKey(id)]);
};

const removeExport: Remove = async ({ db }, _caller, id) => {
  const { object_key } = await db.dataExport.delete({ where: { id } });
  if (object_key) await scheduleDeletion(db, [object_key]);
};

const removals: Readonly<Record<Added["kind"], Remove>> = {
  identity: removeIdentity,
  invitation: revokeInvitation,
  member: removeMember,
  webhook: removeWebhook,
  report: removeReport,
  export: removeExport,
};

/** Removes recently added items, except those that the owner keeps. The caller must hold the lock on the user. */
export const removeAdded = async (system: SystemCtx, caller: Caller, keep: readonly string[]): Promise<void> => {
  for (const { id, kind } of await listAdded(system.db, caller.user))
    if (!keep.includes(id)) await removals[kind](system, caller, id.slice(kind.length + 1));
};
