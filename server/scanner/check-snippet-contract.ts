import { z } from "zod";

const Snippet = z.string().max(100_000);

/** Body of `POST /checks`: a snippet that fails a rule, and what shall stand in its place. */
export const CheckRequest = z.strictObject({
  rule_id: z.string().regex(/^[a-z0-9-]{1,100}$/),
  before: Snippet,
  after: Snippet,
});
export type CheckRequest = z.infer<typeof CheckRequest>;

export const NewFailure = z.object({ rule_id: z.string(), message: z.string() });

/**
 * Answer to `POST /checks`. `reproduced`: the rule fails on `before`, so that a pass means something. `passes`: on `after`
 * it neither fails nor needs review. `new_failures`: rules that fail on more elements than before. `remaining`: what the
 * rule still says of `after`. A snippet is verified when it is reproduced, passes, and nothing fails anew.
 */
export const CheckVerdict = z.object({
  verified: z.boolean(),
  reproduced: z.boolean(),
  passes: z.boolean(),
  new_failures: z.array(NewFailure),
  remaining: z.string().nullable(),
});
export type CheckVerdict = z.infer<typeof CheckVerdict>;
