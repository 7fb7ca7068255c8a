import type { Prisma } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import { describeAction } from "@/server/endpoint/audit-actions";
import type { AuditLogEntry, ListAuditLog } from "./contract";
import { nameTargets } from "./name-targets";

const actionFilter = (action: string): Prisma.AuditLogWhereInput =>
  action.includes(".") ? { action } : { action: { startsWith: `${action}.` } };

const filterOf = (org_id: string, { actor_id, action, from, to, cursor }: ListAuditLog): Prisma.AuditLogWhereInput => ({
  org_id,
  ...(cursor ? { id: { lt: cursor } } : {}),
  ...(actor_id ? { actor_id } : {}),
  ...(action ? actionFilter(action) : {}),
  ...(from || to ? { created_at: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) } } : {}),
});

const mayReadAddresses = ({ role }: Ctx): boolean => role === "owner" || role === "admin";

/** Lists audit log entries, newest first. Includes IP addresses only for owners and admins. */
export const listAuditLog = async (
  ctx: Ctx,
  input: ListAuditLog,
): Promise<{ items: AuditLogEntry[]; next_cursor: string | null }> => {
  const { db, org_id } = ctx;
  const rows = await db.auditLog.findMany({
    where: filterOf(org_id, input),
    orderBy: { id: "desc" },
    take: input.limit + 1,
  });
  const actors = await db.user.findMany({
    where: { id: { in: rows.flatMap((row) => (row.actor_type === "user" ? [row.actor_id] : [])) } },
    select: { id: true, name: true },
  });
  const actorNames = new Map(actors.map(({ id, name }) => [id, name]));
  const targets = await nameTargets(
    db,
    org_id,
    rows.flatMap(({ target_id }) => target_id ?? []),
  );
  const entries = rows.map(({ id, created_at, action, actor_type, actor_id, target_id, ip }) => ({
    id,
    created_at,
    action,
    action_text: describeAction(action),
    actor: { id: actor_id, type: actor_type, name: actorNames.get(actor_id) ?? null },
    target: target_id ? { id: target_id, name: targets.get(target_id) ?? null } : null,
    ip: mayReadAddresses(ctx) ? ip : null,
  }));
  return toPage(entries, input.limit);
};
