import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import type { AddOrganisation, Organisation } from "./contract";
import { createOrganisation } from "./create-organisation";
import { readOrganisation } from "./list-organisations";
import { writeLog } from "./write-log";

/** So many may one person own and still add one; nobody fills the database by adding. */
const mostOwned = 20;

const assertMayOwnMore = async ({ db, user_id }: Ctx): Promise<void> => {
  // Two at the same time must not both be the last that fits.
  await db.$queryRaw`SELECT 1 FROM users WHERE id = ${user_id}::uuid FOR NO KEY UPDATE`;
  const owned = await db.membership.count({ where: { user_id, role: "owner" } });
  if (owned < mostOwned) return;
  const message = `You own ${owned} organisations, and ${mostOwned} is the most. Delete one, or hand one over.`;
  throw new AppError("conflict", message, { limit: mostOwned, current: owned });
};

/** The caller owns it; they act in it once they activate it. */
export const addOrganisation = async (ctx: Ctx, { name }: AddOrganisation): Promise<Organisation> => {
  await assertMayOwnMore(ctx);
  const { id } = await createOrganisation(ctx, { name, owner_id: ctx.user_id });
  await writeLog(ctx, { org_id: id, action: "organisation.add", target_id: id });
  return readOrganisation(ctx, id);
};
