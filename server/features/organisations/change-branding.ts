import type { Ctx } from "@/server/core/context";
import { contrastWithWhite, readableOnWhite, textContrast } from "@/server/core/contrast";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { assertActive } from "./active-organisation";
import type { Branding, ChangeBranding, OrganisationId } from "./contract";
import { doomReports } from "./doom-reports";
import { type BroughtLogo, dropLogo, keepLogo } from "./store-logo";

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
  { stored, key, content }: BroughtLogo,
): Promise<Branding> => {
  assertActive(ctx, id);
  if (accent) checkAccent(accent);
  const replacesLogo = logo !== undefined;
  const current = await currentLogo(ctx, id);
  if (replacesLogo) await dropLogo(ctx.db, current);
  else if (current !== key) throw new AppError("unavailable", "The logo is being changed right now. Please try again.");
  if (stored) await keepLogo(ctx.db, stored);
  const row = await ctx.db.organisation.update({
    where: { id },
    data: {
      ...(name === undefined ? {} : { brand_name: name }),
      ...(accent === undefined ? {} : { brand_accent: accent }),
      ...(replacesLogo ? { brand_logo_key: key } : {}),
    },
    select: { brand_name: true, brand_accent: true },
  });
  await doomReports(ctx, id);
  return { name: row.brand_name, accent: row.brand_accent, logo: content };
};

export const removeLogo = (ctx: Ctx, { id }: OrganisationId): Promise<Branding> =>
  changeBranding(ctx, { id, logo: null }, { stored: null, key: null, content: null });
