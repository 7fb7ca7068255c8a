import { getStore } from "@/server/adapters/store";
import type { Ctx, Db } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { assertActive } from "./active-organisation";
import type { Branding, OrganisationId } from "./contract";

/** A logo of the store as a data: URI; null when it is gone. Not for inside a transaction. */
export const readLogo = async (key: string): Promise<string | null> => {
  const object = await getStore().read(key);
  return object && `data:${object.contentType};base64,${object.body.toString("base64")}`;
};

/** What an organisation's reports show in Curbcut's place. */
export const readBranding = async (db: Db, org_id: string): Promise<Branding> => {
  const row = await db.organisation.findUnique({
    where: { id: org_id },
    select: { brand_name: true, brand_accent: true, brand_logo_key: true },
  });
  if (!row) throw notFound("organisation", org_id);
  const { brand_name: name, brand_accent: accent, brand_logo_key: key } = row;
  return { name, accent, logo: key ? await readLogo(key) : null };
};

export const getBranding = async (ctx: Ctx, { id }: OrganisationId): Promise<Branding> => {
  assertActive(ctx, id);
  return readBranding(ctx.db, id);
};
