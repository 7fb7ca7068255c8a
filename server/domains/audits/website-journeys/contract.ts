import { z } from "zod";
import { Id, pageFields, Time } from "@/server/core/schema";
import {
  Journey,
  JourneyTrialOutcome,
  JourneyTrialResult,
  TriedStep,
  TriedStepOutcome,
} from "@/server/scanner/contract";
import { MAX_RECORDING_LENGTH } from "@/server/scanner/journeys/parse-journey";

const { name, steps } = Journey.shape;

export const AddJourney = z.strictObject({ website_id: Id, name, steps });
export type AddJourney = z.infer<typeof AddJourney>;

export const ChangeJourney = z.strictObject({ id: Id, name: name.optional(), steps: steps.optional() });
export type ChangeJourney = z.infer<typeof ChangeJourney>;

export const JourneyId = z.strictObject({ id: Id });
export type JourneyId = z.infer<typeof JourneyId>;

export const ListJourneys = z.strictObject({ ...pageFields, website_id: Id });
export type ListJourneys = z.infer<typeof ListJourneys>;

export const WebsiteJourney = z.object({
  id: Id,
  website_id: Id,
  name: z.string(),
  steps: steps.describe("Performed in this order; see docs/journeys.md."),
  text: z.string().describe("The journey in YAML."),
  created_at: Time,
  updated_at: Time,
});
export type WebsiteJourney = z.input<typeof WebsiteJourney>;

export const ReadJourney = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(MAX_RECORDING_LENGTH)
    .describe("A journey in YAML or JSON, a recording from Chrome DevTools (JSON), or a Playwright script."),
});
export type ReadJourney = z.infer<typeof ReadJourney>;

export const ReadJourneyResult = z.object({
  source: z.enum(["journey", "recorder", "playwright"]).describe("The format that the text appears to be in."),
  text: z.string().nullable().describe("The journey in YAML; null if the text isn't one."),
  journey: Journey.nullable().describe("The journey; null if the text isn't one."),
  problems: z
    .array(
      z.object({
        line: z
          .number()
          .int()
          .nullable()
          .describe("Line number in the text, starting at 1; null if the error isn't on a single line."),
        message: z.string(),
      }),
    )
    .describe("Errors in the text; empty if the text is a valid journey."),
  left_out: z
    .array(
      z.object({
        line: z.number().int().nullable().describe("Line number in the script, starting at 1; null for recordings."),
        what: z.string(),
        why: z.string(),
      }),
    )
    .describe("Parts of the recording or script that were left out or changed."),
});
export type ReadJourneyResult = z.input<typeof ReadJourneyResult>;

const confirmed = z
  .boolean()
  .default(false)
  .describe(
    "Must be true if any step sets `allow`, because the trial performs the steps for real, which may, for example, pay " +
      "for or send something.",
  );

export const TryJourney = z.strictObject({ website_id: Id, name, steps, confirmed });
export type TryJourney = z.infer<typeof TryJourney>;

export const TrySavedJourney = z.strictObject({ id: Id, confirmed });
export type TrySavedJourney = z.infer<typeof TrySavedJourney>;

const Picture = z.object({
  width: z.number().int().describe("Width of the screenshot in CSS pixels."),
  height: z.number().int().describe("Height of the screenshot in CSS pixels."),
  data: z.string().describe("WebP file in Base64, with field values and other secrets masked."),
});

export const JourneyTrial = JourneyTrialResult.extend({
  outcome: JourneyTrialOutcome.describe(
    "done: all steps worked. failed: a step failed. timed_out: the trial reached its time limit of 100 seconds. " +
      "not_started: the website couldn't be opened, or signing in failed.",
  ),
  message: z.string().describe("What happened."),
  steps: z.array(
    TriedStep.extend({
      number: z
        .number()
        .int()
        .nullable()
        .describe("Number of the step, starting at 1; null for opening the start page."),
      description: z.string().describe("The step, without the text that it enters."),
      outcome: TriedStepOutcome,
      duration_ms: z.number().int().nullable().describe("How long the step took; null if it wasn't performed."),
      message: z.string().nullable().describe("Why the step failed; null if it didn't."),
      picture: Picture.nullable().describe(
        "Small screenshot of the page that a scan step would scan; null for other steps.",
      ),
    }),
  ),
  url: z.string().nullable().describe("URL at which the journey ended, with secrets masked; null if there is none."),
  title: z.string().nullable().describe("Title of the page where the journey ended; null if there is none."),
  picture: Picture.nullable().describe(
    "Screenshot of the page where the journey ended; null if there is none. It isn't stored.",
  ),
});
export type JourneyTrial = z.input<typeof JourneyTrial>;
