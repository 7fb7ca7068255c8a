import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import type { AddWebsite, Website } from "./contract";
import { findOrAddWebsite } from "./find-or-add-website";
import { getWebsite } from "./get-website";

export const addWebsite = async (ctx: Ctx, input: AddWebsite): Promise<Website> => {
  const { id, added } = await findOrAddWebsite(ctx, input);
  if (!added) throw new AppError("conflict", "This website is on your list already.", { website_id: id });
  return getWebsite(ctx, { id });
};
