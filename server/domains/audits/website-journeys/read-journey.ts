import { readAnyJourney } from "@/server/scanner/journeys/import/read-any-journey";
import { writeJourney } from "@/server/scanner/journeys/write-journey";
import type { ReadJourney, ReadJourneyResult } from "./contract";

/** Reads a journey from text, a recording or a script, without saving it. */
export const readJourney = async (_ctx: unknown, { text }: ReadJourney): Promise<ReadJourneyResult> => {
  const read = readAnyJourney(text);
  const { source } = read;
  if ("problems" in read) return { source, text: null, journey: null, problems: read.problems, left_out: [] };
  const { journey, left_out } = read;
  return { source, text: writeJourney(journey), journey, problems: [], left_out };
};
