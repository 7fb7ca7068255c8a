import type { Ctx } from "@/server/core/context";
import { contrastWithWhite, readableOnWhite, textContrast } from "@/server/core/contrast";
import { invalidInput } from "@/server/core/problem";
import { assertActive } from "./active-organisation";
import type { Branding, ChangeBranding, OrganisationId } from "./contract";
import { doomReports } from "./doom-reports";
import { readBranding } from "./read-branding";
import { dropLogo, keepLogo, type StoredLogo } from "./store-logo";

const twoDigits = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);

const checkAccent = (accent: string): void => {
  const ratio = contrastWithWhite(accent);
  if (ratio >= textContrast) return;
  const message =
    `${accent} has a contrast of ${twoDigits(ratio)}:1 against white. Text needs ${textContrast}:1. ` +
    `The nearest shade that has it is ${readableOnWhite(accent, textContrast)}.`;
  throw invalidInput([{ path: "accent", message }]);
};

const currentLogo = async ({ db }: Ctx, id: string): Promise<string | null> => {
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return (await db.organisation.findUniqueOrThrow({ where: { id } })).brand_logo_key;
};

/** Sets what is given and leaves the rest; null goes back to Curbcut's own. Reports are made anew with it. */
export const changeBranding = async (
  ctx: Ctx,
  { id, name, accent, logo }: ChangeBranding,
  stored: StoredLogo | null,
): Promise<Branding> => {
  assertActive(ctx, id);
  if (accent) checkAccent(accent);
  const replacesLogo = logo !== undefined;
  if (replacesLogo) await dropLogo(ctx.db, await currentLogo(ctx, id));
  if (stored) await keepLogo(ctx.db, stored);
  await ctx.db.organisation.update({
    where: { id },
    data: {
      ...(name === undefined ? {} : { brand_name: name }),
      ...(accent === undefined ? {} : { brand_accent: accent }),
      ...(replacesLogo ? { brand_logo_key: stored?.key ?? null } : {}),
    },
  });
  await doomReports(ctx, id);
  return readBranding(ctx.db, id);
};

export const removeLogo = (ctx: Ctx, { id }: OrganisationId): Promise<Branding> =>
  changeBranding(ctx, { id, logo: null }, null);
