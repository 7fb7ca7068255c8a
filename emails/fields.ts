import { z } from "zod";

const CONTROLS_AND_DIRECTION_MARKS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;
const STARTS_OF_ADDRESS_PARTS = /(:\/\/|\.)(?=[^\s\u200B])/g;

export const normaliseText = (value: string): string => value.replace(CONTROLS_AND_DIRECTION_MARKS, " ").trim();

/**
 * Email clients turn "example.org" in a name into a link. An invisible space prevents this in names that strangers
 * choose.
 */
const preventAutomaticLinks = (value: string): string => value.replace(STARTS_OF_ADDRESS_PARTS, "$1\u200B");

export const text = z.string().overwrite(normaliseText).min(1).max(2_000);

export const words = z.string().overwrite(normaliseText).min(1).max(200).overwrite(preventAutomaticLinks);

export const address = z
  .string()
  .overwrite(normaliseText)
  .min(1)
  .max(2_048)
  .describe("An http, https or mailto URL. Anything else is shown as text, without a link.");

export const email = z.string().overwrite(normaliseText).min(3).max(320).describe("An email address");

export const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .describe("An RFC 3339 date or date-time");

export const count = z.int().min(0);

export const quantity = z.union([count, words]).describe('A number, or a number with its unit, such as "25 websites"');

export const score = z.number().min(0).max(100);

export const scoreLow = score.nullable().optional().describe("Lower end of the score’s range");

export const amount = count.describe("Amount in the currency’s minor unit, such as cents");

export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .describe("A three-letter ISO 4217 code");

export const impact = z.enum(["critical", "serious", "moderate", "minor"]);
export type Impact = z.infer<typeof impact>;

export const impactCounts = z.object({
  critical: count,
  serious: count,
  moderate: count,
  minor: count,
  needs_review: count.optional(),
});
export type ImpactCounts = z.infer<typeof impactCounts>;

export const scanDelta = z.object({
  new: count,
  fixed: count,
  regressed: count.optional(),
  score: score.optional(),
  score_low: scoreLow,
  previous_score: score.optional(),
});
