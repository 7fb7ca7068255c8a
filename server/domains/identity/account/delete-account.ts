import type { Ctx, Db, SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { accountDeleted } from "@/server/core/events";
import { recordSecurityEvent } from "@/server/core/security-log";
import { refuseOldSession } from "../auth/confirm-person";
import type { Nothing } from "./contract";

/**
 * Locks the user's organisations, so that members and roles can't change while we check whether the account can be
 * deleted.
 */
const lockOrganisations = async (db: Db, user_id: string) => {
  await db.$queryRaw`
    SELECT o.id FROM organisations o JOIN memberships m ON m.org_id = o.id
    WHERE m.user_id = ${user_id}::uuid ORDER BY o.id FOR UPDATE OF o`;
  return db.organisation.findMany({
    where: { memberships: { some: { user_id } } },
    select: { id: true, name: true, memberships: true },
  });
};

type Organisation = Awaited<ReturnType<typeof lockOrganisations>>[number];

const isAlone = ({ memberships }: Organisation): boolean => memberships.length === 1;

const isLastOwner = ({ memberships }: Organisation, user_id: string): boolean => {
  const owners = memberships.filter(({ role, disabled_at }) => role === "owner" && !disabled_at);
  return owners.length === 1 && owners[0]?.user_id === user_id;
};

/** Deletes the user and emits an event; a job deletes everything else. */
const removeUser = async (
  { db, emit }: SystemCtx,
  user_id: string,
  organisations: readonly Organisation[],
  { notify }: { notify: boolean },
): Promise<void> => {
  const org_ids = organisations.filter(isAlone).map(({ id }) => id);
  await db.invitation.deleteMany({ where: { org_id: { in: org_ids } } });
  await db.$executeRaw`
    INSERT INTO objects_to_delete (key)
    SELECT object_key FROM data_exports WHERE user_id = ${user_id}::uuid AND object_key IS NOT NULL
    ON CONFLICT DO NOTHING`;
  await db.issue.updateMany({ where: { assignee_id: user_id }, data: { assignee_id: null } });
  await db.userPlanPurchase.updateMany({ where: { user_id }, data: { user_id: null } });
  const { email, name } = await db.user.delete({ where: { id: user_id } });
  emit(accountDeleted.create({ user_id, email, name, org_ids, ...(notify ? {} : { notify }) }));
};

/**
 * Deletes the caller's account with its sessions, identities and memberships; nobody can sign in to it after the
 * commit. A job deletes organisations that have no other members, because that takes longer.
 */
export const deleteAccount = async (ctx: Ctx): Promise<Nothing> => {
  const { db, user_id, session_id } = ctx;
  await refuseOldSession(db, session_id);
  const organisations = await lockOrganisations(db, user_id);
  const stuck = organisations.filter((each) => !isAlone(each) && isLastOwner(each, user_id));
  if (stuck.length > 0)
    throw new AppError(
      "conflict",
      "You're the only owner of an organisation with other members. Transfer its ownership or delete it first.",
      {
        organisations: stuck.map(({ id, name }) => ({ id, name })),
      },
    );
  await recordSecurityEvent(ctx, { event: "account_delete", user_id, session_id });
  await removeUser(ctx, user_id, organisations, { notify: true });
  return {};
};

/**
 * Deletes an account whose email address was never verified, unless the user is the only owner of an organisation with
 * other members. Returns whether the account was deleted.
 */
export const deleteUnverifiedAccount = async (system: SystemCtx, user_id: string): Promise<boolean> => {
  const { db } = system;
  await db.$queryRaw`SELECT id FROM users WHERE id = ${user_id}::uuid FOR UPDATE`;
  const user = await db.user.findUnique({ where: { id: user_id } });
  if (!user || user.email_verified_at) return false;
  const organisations = await lockOrganisations(db, user_id);
  if (organisations.some((each) => !isAlone(each) && isLastOwner(each, user_id))) return false;
  await removeUser(system, user_id, organisations, { notify: false });
  return true;
};
