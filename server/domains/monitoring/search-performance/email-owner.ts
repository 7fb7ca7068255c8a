import type { Db, SystemCtx } from "@/server/core/context";
import { queueEmail } from "@/server/domains/messaging/delivery";

/** Maximum number of properties that an email names. */
const named = 3;

/**
 * Returns the email address of the user who connected Search Console or, if they are no longer a member, of an owner.
 */
const addressOf = async (db: Db, org_id: string): Promise<string | null> => {
  const row = await db.searchPerfIntegrationSettings.findUnique({ where: { org_id }, select: { user_id: true } });
  const members = await db.membership.findMany({
    where: { org_id, disabled_at: null, OR: [{ user_id: { in: row ? [row.user_id] : [] } }, { role: "owner" }] },
    orderBy: { created_at: "asc" },
    select: { user_id: true, user: { select: { email: true } } },
  });
  const member = members.find(({ user_id }) => user_id === row?.user_id) ?? members[0];
  return member?.user.email ?? null;
};

/** Lists the properties from which the organisation's websites get their figures, as text for an email. */
const nameProperties = async (db: Db, org_id: string): Promise<string> => {
  const rows = await db.searchPerfProperty.findMany({
    where: { org_id },
    distinct: ["property"],
    orderBy: { property: "asc" },
    select: { property: true },
  });
  if (rows.length === 0) return "none chosen yet";
  const names = rows.slice(0, named).map(({ property }) => property);
  const more = rows.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
};

const emailOwner =
  (template: "search-perf-connected" | "search-perf-disconnected") =>
  async (ctx: SystemCtx, org_id: string): Promise<void> => {
    const to = await addressOf(ctx.db, org_id);
    if (to) await queueEmail(ctx, { to, template, data: { property: await nameProperties(ctx.db, org_id) } });
  };

/** Queues the email about a new connection. Call it after storing the connection's rows. */
export const emailConnected = emailOwner("search-perf-connected");

/** Queues the email about an ended connection. Call it before deleting the connection's rows. */
export const emailDisconnected = emailOwner("search-perf-disconnected");
