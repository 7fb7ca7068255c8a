import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { MAX_JOURNEYS } from "@/server/scanner/contract";
import { readAnyJourney } from "@/server/scanner/journeys/import/read-any-journey";
import { writeJourney } from "@/server/scanner/journeys/write-journey";
import { assertNameFree } from "./assert-name-free";
import type { AddJourney, ReadJourney, ReadJourneyResult, WebsiteJourney } from "./contract";
import { toJourneyOutput } from "./journey-output";

/** Creates a journey, which all later audits of the website run. */
export const addJourney = async (ctx: Ctx, { website_id, name, steps }: AddJourney): Promise<WebsiteJourney> => {
  const { db, org_id } = ctx;
  const used = await assertNameFree(ctx, { website_id, name });
  if (used >= MAX_JOURNEYS)
    throw new AppError("conflict", `A website can have at most ${MAX_JOURNEYS} journeys. Delete one first.`, {
      limit: MAX_JOURNEYS,
      used,
    });
  return toJourneyOutput(await db.websiteJourney.create({ data: { id: newId(), org_id, website_id, name, steps } }));
};

/** Reads a journey from text, a recording or a script, without saving it. */
export const readJourney = async (_ctx: unknown, { text }: ReadJourney): Promise<ReadJourneyResult> => {
  const read = readAnyJourney(text);
  const { source } = read;
  if ("problems" in read) return { source, text: null, journey: null, problems: read.problems, left_out: [] };
  const { journey, left_out } = read;
  return { source, text: writeJourney(journey), journey, problems: [], left_out };
};
