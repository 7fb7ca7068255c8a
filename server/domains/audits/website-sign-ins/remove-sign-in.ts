import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import type { SignInOf } from "./contract";

export const removeSignIn = async ({ db, org_id }: Ctx, { id }: SignInOf): Promise<{ id: string }> => {
  const { count } = await db.websiteSignIn.deleteMany({ where: { website_id: id, org_id } });
  if (count === 0) throw notFound("sign-in of the website", id);
  return { id };
};
