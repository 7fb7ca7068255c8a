import { z } from "zod";
import { Reach } from "./node-result";
import { MAX_BLOCKED, MAX_STATES } from "./states";

/**
 * The states of a page that were scanned: how to reach each of them, and the requests that were blocked there because
 * they might have changed something. `is_whole` is false if there wasn't enough time for everything, the page kept
 * adding content, or another page, a wall or an error was shown when the page was loaded again.
 */
export const PageStates = z.object({
  found: z.array(z.object({ reach: Reach })).max(MAX_STATES),
  blocked: z.array(z.object({ method: z.string().max(20), url: z.string().max(300) })).max(MAX_BLOCKED),
  is_whole: z.boolean(),
});
export type PageStates = z.infer<typeof PageStates>;
