import { z } from "zod";
import { Time } from "@/server/core/schema";
import { webAddress } from "@/server/core/web-address";

export const Family = z.enum(["alt", "label", "parent", "fallback"]);
export type Family = z.infer<typeof Family>;

/** The element to fix: its rule and code, as listed in the results. */
export const CreateSolution = z.strictObject({
  rule_id: z.string().regex(/^[a-z0-9-]{1,100}$/, "Must be the ID of a rule, such as image-alt."),
  html: z.string().trim().min(1).max(20_000),
  page_url: webAddress().optional(),
  selector: z.string().max(2_000).optional(),
});
export type CreateSolution = z.infer<typeof CreateSolution>;

/** The exact content of the stored file. */
export const Fix = z.strictObject({
  current_code: z.string(),
  correct_code: z.string(),
  explanation: z.string(),
});
export type Fix = z.infer<typeof Fix>;

/** Details about a fix, stored with its code. */
export const FixDetails = z.object({
  /**
   * Where the engine verified the fix: in the page, or on the code alone; null if it isn't verified. A fix verified in
   * the page also changed nothing else there for rules, assistive technology or the eye.
   */
  verified_in: z.enum(["page", "snippet"]).nullable(),
  /** Why the fix wasn't tried in the page; null if it was tried, or no page was given. */
  page_finding: z.string().nullable(),
  /** Text in the code that a person has to replace or confirm. `verified` only covers the rest. */
  placeholders: z.array(z.string()),
  /** How many of the page's findings the fix clears; null if it isn't verified in the page. */
  cleared_findings: z.number().int().nullable(),
  /** The most CSS pixels by which another element moves; null if the fix isn't verified in the page. */
  moved_px: z.number().nullable(),
});
export type FixDetails = z.infer<typeof FixDetails>;

export const Solution = FixDetails.extend({
  /** URL of the stored file, valid until `expires_at`. */
  url: z.string(),
  expires_at: Time,
  /** True if a stored fix was returned. */
  cached: z.boolean(),
  /**
   * True if the engine saw the rule fail before and pass after, with no new failures of other rules; see `verified_in`.
   */
  verified: z.boolean(),
  /** Why the fix isn't verified; null if it is. */
  finding: z.string().nullable(),
  /** The content of the file. */
  fix: Fix,
});
export type Solution = z.input<typeof Solution>;
