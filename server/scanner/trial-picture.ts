import { z } from "zod";

/** Screenshot of a page in a trial: a WebP file in Base64 with field values and other secrets masked. */
export const TrialPicture = z.object({
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  data: z
    .string()
    .max(3_000_000)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
});
export type TrialPicture = z.infer<typeof TrialPicture>;
