import type { Ctx } from "@/server/core/context";
import { getWebsite } from "../websites";
import type { SignInOf, WebsiteSignIn } from "./contract";
import { toSignInInfo } from "./sign-in-output";

export const getSignIn = async (ctx: Pick<Ctx, "db" | "org_id">, { id }: SignInOf): Promise<WebsiteSignIn> => {
  await getWebsite(ctx, { id });
  const row = await ctx.db.websiteSignIn.findFirst({ where: { website_id: id, org_id: ctx.org_id } });
  return { sign_in: row && toSignInInfo(row) };
};
