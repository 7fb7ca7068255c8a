import { z } from "zod";

const Snippet = z.string().max(100_000);

/** Body of `POST /checks`: a snippet that fails a rule, and its replacement. */
export const CheckRequest = z.strictObject({
  rule_id: z.string().regex(/^[a-z0-9-]{1,100}$/),
  before: Snippet,
  after: Snippet,
});
export type CheckRequest = z.infer<typeof CheckRequest>;

export const NewFailure = z.object({ rule_id: z.string(), message: z.string() });

/**
 * Response to `POST /checks`. `reproduced`: a pass is meaningful, because the rule fails on `before`. `passes`: the
 * rule doesn't fail on `after`, and no more elements need review on `after` than on `before`. `new_failures`: rules
 * that fail on more elements of `after` than of `before`. `remaining`: if `after` doesn't pass, the rule's message
 * about it. A replacement is verified if `reproduced` and `passes` are true and `new_failures` is empty.
 */
export const SnippetCheckResult = z.object({
  verified: z.boolean(),
  reproduced: z.boolean(),
  passes: z.boolean(),
  new_failures: z.array(NewFailure),
  remaining: z.string().nullable(),
});
export type SnippetCheckResult = z.infer<typeof SnippetCheckResult>;
