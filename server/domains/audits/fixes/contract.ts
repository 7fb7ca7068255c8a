import { z } from "zod";
import { Time } from "@/server/core/schema";
import { webAddress } from "@/server/core/web-address";

export const Family = z.enum(["alt", "label", "parent", "fallback"]);
export type Family = z.infer<typeof Family>;

/** The element to fix: its rule and code, as listed in the results. */
export const CreateSolution = z.strictObject({
  rule_id: z.string().regex(/^[a-z0-9-]{1,100}$/, "Must be the id of a rule, such as image-alt."),
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

/** What is known of a fix besides its code; stored with it. */
export const FixDetails = z.object({
  /**
   * Where the engine confirmed the fix: in the page, or on the code alone; null when it is not verified. In the page,
   * also nothing else changed for rules, for assistive technology, or to the eye.
   */
  verified_in: z.enum(["page", "snippet"]).nullable(),
  /** Why the fix was not tried in the page; null when it was, or when no page was given. */
  page_finding: z.string().nullable(),
  /** Texts in the code that a person has to replace or confirm. `verified` is about the rest only. */
  placeholders: z.array(z.string()),
  /** How many findings of the page the fix clears; null when it is not verified in the page. */
  cleared_findings: z.number().int().nullable(),
  /** By how many CSS pixels other elements move at most; null when it is not verified in the page. */
  moved_px: z.number().nullable(),
});
export type FixDetails = z.infer<typeof FixDetails>;

export const Solution = FixDetails.extend({
  /** URL of the stored file, valid until `expires_at`. */
  url: z.string(),
  expires_at: Time,
  /** True when this call created no new fix. */
  cached: z.boolean(),
  /** True when the engine saw the rule fail before and pass after, with no new failures of other rules; see `verified_in`. */
  verified: z.boolean(),
  /** Why the fix is not verified; null when it is. */
  finding: z.string().nullable(),
  /** The content of the file. */
  fix: Fix,
});
export type Solution = z.input<typeof Solution>;
