import type { Ctx } from "@/server/core/context";
import type { ChangeMe, Me } from "./contract";
import { getMe } from "./get-me";

export const changeMe = async (ctx: Ctx, { name }: ChangeMe): Promise<Me> => {
  if (name) await ctx.db.user.update({ where: { id: ctx.user_id }, data: { name } });
  return getMe(ctx);
};
