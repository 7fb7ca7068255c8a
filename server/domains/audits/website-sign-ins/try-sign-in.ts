import { getScanner } from "@/server/adapters/scanner";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import type { SignInTrialRequestInput } from "@/server/scanner/contract";
import { getWebsite } from "../websites";
import type { SignInOf, SignInTrial } from "./contract";
import { openRowForCall } from "./open-sign-in";

interface Trial {
  request: SignInTrialRequestInput;
  secret: string;
}

/** Returns the request for a trial, and the stored secret that the trial uses to sign in. */
export const prepareSignInTrial = async (ctx: Ctx, { id }: SignInOf): Promise<Trial> => {
  const { db, org_id } = ctx;
  const website = await getWebsite(ctx, { id });
  const row = await db.websiteSignIn.findFirst({ where: { website_id: id, org_id } });
  if (!row) throw notFound("sign-in of the website", id);
  const sign_in = await openRowForCall(row);
  const { language } = website.effective_settings;
  return { request: { page_url: website.url, language, sign_in }, secret: row.secret };
};

/** Signs in once, as an audit would, and returns the result. Only the outcome is stored. */
export const trySignIn = async (
  { db, org_id }: Ctx,
  { id }: SignInOf,
  { request, secret }: Trial,
): Promise<SignInTrial> => {
  const result = await getScanner().trySignIn(request);
  if (!result) throw new AppError("upstream_failed", "This installation's scanner can't sign in to websites.");
  // Doesn't store the outcome if the sign-in has been replaced in the meantime.
  await db.websiteSignIn.updateMany({
    where: { website_id: id, org_id, secret },
    data: { tried_at: new Date(), tried_outcome: result.outcome },
  });
  return result;
};
