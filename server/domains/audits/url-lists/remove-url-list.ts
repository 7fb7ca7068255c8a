import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import type { UrlListOf } from "./contract";

export const removeUrlList = async ({ db, org_id }: Ctx, { id }: UrlListOf): Promise<{ id: string }> => {
  const { count } = await db.websiteUrlList.deleteMany({ where: { website_id: id, org_id } });
  if (count === 0) throw notFound("URL list of the website", id);
  return { id };
};
