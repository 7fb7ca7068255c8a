import type { Ctx } from "@/server/core/context";
import { contrastWithWhite, readableOnWhite, textContrast } from "@/server/core/contrast";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { assertActive } from "@/server/domains/identity/memberships";
import type { OrganisationId } from "@/server/domains/identity/memberships/contract";
import type { Branding, UpdateBranding } from "./contract";
import { scheduleReportDeletion } from "./schedule-report-deletion";
import { type PreparedLogo, retainLogo, scheduleLogoDeletion } from "./store-logo";

const twoDigits = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);

const checkAccent = (accent: string): void => {
  const ratio = contrastWithWhite(accent);
  if (ratio >= textContrast) return;
  const message =
    `${accent} has a contrast of ${twoDigits(ratio)}:1 against white. Text needs ${textContrast}:1. ` +
    `The nearest shade that passes is ${readableOnWhite(accent, textContrast)}.`;
  throw invalidInput([{ path: "accent", message }]);
};

const currentLogo = async ({ db }: Ctx, id: string): Promise<string | null> => {
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return (await db.organisation.findUniqueOrThrow({ where: { id } })).brand_logo_key;
};

/** Updates branding fields; null restores Curbcut's own. Stored reports are rendered again with the new branding. */
export const updateBranding = async (
  ctx: Ctx,
  { id, name, accent, logo }: UpdateBranding,
  { stored, key, content }: PreparedLogo,
): Promise<Branding> => {
  assertActive(ctx, id);
  if (accent) checkAccent(accent);
  const replacesLogo = logo !== undefined;
  const current = await currentLogo(ctx, id);
  if (replacesLogo) await scheduleLogoDeletion(ctx.db, current);
  else if (current !== key)
    throw new AppError("unavailable", "The logo is being changed by another request. Try again.");
  if (stored) await retainLogo(ctx.db, stored);
  const row = await ctx.db.organisation.update({
    where: { id },
    data: {
      ...(name === undefined ? {} : { brand_name: name }),
      ...(accent === undefined ? {} : { brand_accent: accent }),
      ...(replacesLogo ? { brand_logo_key: key } : {}),
    },
    select: { brand_name: true, brand_accent: true },
  });
  await scheduleReportDeletion(ctx, id);
  return { name: row.brand_name, accent: row.brand_accent, logo: content };
};

export const removeLogo = (ctx: Ctx, { id }: OrganisationId): Promise<Branding> =>
  updateBranding(ctx, { id, logo: null }, { stored: null, key: null, content: null });
