import { getStore } from "@/server/adapters/store";
import type { Ctx, Db } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { assertActive } from "@/server/domains/identity/memberships";
import type { OrganisationId } from "@/server/domains/identity/memberships/contract";
import type { Branding } from "./contract";

/** Returns a stored logo as a data: URI, or null if it is missing. Must not be called inside a transaction. */
export const readLogo = async (key: string): Promise<string | null> => {
  const object = await getStore().read(key);
  return object && `data:${object.contentType};base64,${object.body.toString("base64")}`;
};

/** Returns the branding of an organisation's reports. */
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
