import { z } from "zod";
import { Journey, JourneyStep } from "./journey-contract";
import { DEFAULT_LANGUAGE, LanguageTag } from "./language";
import { Device } from "./page-result";
import { SignIn } from "./sign-in-contract";
import { TrialPicture } from "./trial-picture";

/** The time limit for a trial, including the sign-in. */
export const JOURNEY_TRIAL_SECONDS = 100;
/** How long a trial may wait for other trials to end. */
export const JOURNEY_WAIT_SECONDS = 20;

/** Body of `POST /journeys`, which performs the steps of a journey once, without checking its pages. */
export const JourneyTrialRequest = z.object({
  website_url: z.url({ protocol: /^https?$/ }).max(4_096),
  device: Device.default("desktop"),
  language: LanguageTag.default(DEFAULT_LANGUAGE),
  journey: Journey,
  sign_in: SignIn.optional(),
});
export type JourneyTrialRequest = z.infer<typeof JourneyTrialRequest>;
export type JourneyTrialRequestInput = z.input<typeof JourneyTrialRequest>;

/** How a trial ended; `not_started` if the website couldn't be opened or signing in failed. */
export const JourneyTrialOutcome = z.enum(["done", "failed", "timed_out", "not_started"]);
export type JourneyTrialOutcome = z.infer<typeof JourneyTrialOutcome>;

export const TriedStepOutcome = z.enum(["done", "failed", "not_performed"]);
export type TriedStepOutcome = z.infer<typeof TriedStepOutcome>;

/** The outcome of a step. `number` is counted from 1; null for opening the start page. */
export const TriedStep = z.object({
  number: z.number().int().min(1).nullable(),
  action: z.enum(JourneyStep.options.map((option) => option.shape.action.value)),
  description: z.string().max(3_000),
  outcome: TriedStepOutcome,
  duration_ms: z.number().int().min(0).nullable(),
  message: z.string().max(2_000).nullable(),
  picture: TrialPicture.nullable(),
});
export type TriedStep = z.infer<typeof TriedStep>;

/** Response to `POST /journeys`: each step, and where the journey ended. */
export const JourneyTrialResult = z.object({
  outcome: JourneyTrialOutcome,
  message: z.string().max(3_000),
  steps: z.array(TriedStep).max(100),
  url: z.string().max(4_096).nullable(),
  title: z.string().max(500).nullable(),
  picture: TrialPicture.nullable(),
});
export type JourneyTrialResult = z.infer<typeof JourneyTrialResult>;
