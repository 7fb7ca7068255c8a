import type { Ctx } from "@/server/core/context";
import type { AddOrganisation, Organisation } from "./contract";
import { createOrganisation } from "./create-organisation";
import { readOrganisation } from "./list-organisations";
import { writeLog } from "./write-log";

/** The caller owns it; they act in it once they activate it. */
export const addOrganisation = async (ctx: Ctx, { name }: AddOrganisation): Promise<Organisation> => {
  const { id } = await createOrganisation(ctx, { name, owner_id: ctx.user_id });
  await writeLog(ctx, { org_id: id, action: "organisation.add", target_id: id });
  return readOrganisation(ctx, id);
};
