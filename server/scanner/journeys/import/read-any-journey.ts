import type { Journey } from "../../journey-contract";
import { type JourneyProblem, MAX_RECORDING_LENGTH, parseJourney } from "../parse-journey";
import type { LeftOut } from "./imported-journey";
import { isRecording, readRecording } from "./read-recording";
import { isScript, readScript } from "./read-script";

export type JourneySource = "journey" | "recorder" | "playwright";

export type ReadJourney = { source: JourneySource } & (
  | { journey: Journey; left_out: LeftOut[] }
  | { problems: JourneyProblem[] }
);

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Reads a journey, a recording from Chrome DevTools or a Playwright script. Never throws. */
export const readAnyJourney = (text: string): ReadJourney => {
  const isShort = text.length <= MAX_RECORDING_LENGTH;
  const value = isShort ? readJson(text) : null;
  if (value !== null && isRecording(value)) return { source: "recorder", ...readRecording(value) };
  if (isShort && value === null && isScript(text)) return { source: "playwright", ...readScript(text) };
  const parsed = parseJourney(text);
  return { source: "journey", ...("journey" in parsed ? { ...parsed, left_out: [] } : parsed) };
};
