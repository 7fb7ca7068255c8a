import { z } from "zod";

export const SampleKind = z.enum(["structured", "random"]);

/** Maximum value of the seed for drawing a sample. */
export const MAX_SEED = 4_294_967_295;

/**
 * How a page was chosen for the sample: the stratum that it represents, and the number of pages in the stratum, not
 * counting those of the structured sample. A structured page represents only itself.
 */
export const SampleRole = z.object({
  kind: SampleKind,
  stratum: z.string().max(300).nullable(),
  stratum_pages: z.number().int().min(0).max(1_000_000),
});
export type SampleRole = z.infer<typeof SampleRole>;
