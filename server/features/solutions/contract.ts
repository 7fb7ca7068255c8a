import { z } from "zod";
import { Time } from "@/server/core/schema";

export const Family = z.enum(["alt", "label", "parent", "fallback"]);
export type Family = z.infer<typeof Family>;

/** The issue to fix: its rule and the element's code, as results list them. */
export const CreateSolution = z.strictObject({
  rule_id: z.string().regex(/^[a-z0-9-]{1,100}$/, "Give the id of a rule, such as image-alt."),
  html: z.string().trim().min(1).max(20_000),
  page_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  selector: z.string().max(2_000).optional(),
});
export type CreateSolution = z.infer<typeof CreateSolution>;

/** Exactly what the stored file holds. */
export const Fix = z.strictObject({
  current_code: z.string(),
  correct_code: z.string(),
  explanation: z.string(),
});
export type Fix = z.infer<typeof Fix>;

export const Solution = z.object({
  /** Of the stored file, good until `expires_at`. */
  url: z.string(),
  expires_at: Time,
  /** True when no new fix was made for this call. */
  cached: z.boolean(),
  /** True when the scan engine saw the rule fail before and pass after, and no rule fail anew. */
  verified: z.boolean(),
  /** Why it is not verified; null when it is. */
  finding: z.string().nullable(),
  /** What the file holds. */
  fix: Fix,
});
export type Solution = z.input<typeof Solution>;
