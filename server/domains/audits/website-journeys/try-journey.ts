import { getScanner } from "@/server/adapters/scanner";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { type Journey, type JourneyTrialRequestInput, mayChangeWebsite } from "@/server/scanner/contract";
import { openSignInForCall } from "../website-sign-ins";
import { getWebsite } from "../websites";
import type { JourneyTrial, TryJourney, TrySavedJourney } from "./contract";
import { findJourney } from "./find-journey";
import { toJourney } from "./journey-output";

const assertConfirmed = (journey: Journey, confirmed: boolean): void => {
  if (confirmed || !mayChangeWebsite(journey)) return;
  const message = "This journey may change something on the website. Confirm that you want to perform its steps.";
  throw invalidInput([{ path: "confirmed", message }]);
};

/**
 * Returns the request for a trial. Throws `invalid_input` if the journey may change data on the website and the caller
 * hasn't confirmed the trial.
 */
export const prepareTrial = async (
  ctx: Ctx,
  { website_id, name, steps, confirmed }: TryJourney,
): Promise<JourneyTrialRequestInput> => {
  const website = await getWebsite(ctx, { id: website_id });
  const journey = { name, steps };
  assertConfirmed(journey, confirmed);
  return {
    website_url: website.url,
    device: website.effective_settings.device,
    language: website.effective_settings.language,
    journey,
    sign_in: await openSignInForCall(ctx, website_id),
  };
};

/** Like `prepareTrial`, for a saved journey. Throws the same errors, and `not_found`. */
export const prepareSavedTrial = async (
  ctx: Ctx,
  { id, confirmed }: TrySavedJourney,
): Promise<JourneyTrialRequestInput> => {
  const row = await findJourney(ctx, id);
  return prepareTrial(ctx, { website_id: row.website_id, ...toJourney(row), confirmed });
};

/**
 * Performs the steps of a journey once, as an audit would, but without checking the journey's pages. Nothing is stored.
 * Throws `unavailable` if the scanner is busy or can't be reached.
 */
export const tryJourney = async (
  _ctx: unknown,
  _input: unknown,
  request: JourneyTrialRequestInput,
): Promise<JourneyTrial> => {
  const result = await getScanner().tryJourney(request);
  if (!result) throw new AppError("upstream_failed", "This installation's scanner can't try journeys.");
  return result;
};
