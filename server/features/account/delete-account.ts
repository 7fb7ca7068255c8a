import { accountDeleted } from "@/inngest/events";
import { refuseOldSession } from "@/server/auth/confirm-person";
import type { Ctx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import type { Nothing } from "./contract";

/** Locked, so that nobody joins, leaves or is demoted while it is decided who is left. */
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

/**
 * Takes the account away at once, with its sessions, identities and memberships: from the commit on nobody can sign in
 * with it. What takes longer, the organisations that nobody else is in, is a job's.
 */
export const deleteAccount = async (ctx: Ctx): Promise<Nothing> => {
  const { db, user_id, session_id } = ctx;
  await refuseOldSession(db, session_id);
  const organisations = await lockOrganisations(db, user_id);
  const stuck = organisations.filter((each) => !isAlone(each) && isLastOwner(each, user_id));
  if (stuck.length > 0)
    throw new AppError("conflict", "You are the only owner of an organisation that others belong to.", {
      organisations: stuck.map(({ id, name }) => ({ id, name })),
    });
  const org_ids = organisations.filter(isAlone).map(({ id }) => id);
  await db.invitation.deleteMany({ where: { org_id: { in: org_ids } } });
  await db.$executeRaw`
    INSERT INTO doomed_objects (key)
    SELECT object_key FROM data_exports WHERE user_id = ${user_id}::uuid AND object_key IS NOT NULL
    ON CONFLICT DO NOTHING`;
  await db.issue.updateMany({ where: { assignee_id: user_id }, data: { assignee_id: null } });
  await db.userPlanPurchase.updateMany({ where: { user_id }, data: { user_id: null } });
  const { email, name } = await db.user.delete({ where: { id: user_id } });
  ctx.emit(accountDeleted.create({ user_id, email, name, org_ids }));
  return {};
};
