import type { Ctx } from "@/server/core/context";
import { assertActive } from "./active-organisation";
import type { ChangeOrganisation, Organisation } from "./contract";
import { readOrganisation } from "./list-organisations";

export const changeOrganisation = async (ctx: Ctx, { id, name }: ChangeOrganisation): Promise<Organisation> => {
  assertActive(ctx, id);
  await ctx.db.organisation.update({ where: { id }, data: { name } });
  return readOrganisation(ctx, id);
};
