import { z } from "zod";

/**
 * What happened when the page was loaded again on an emulated phone: the URL after redirects and, if the page wasn't
 * tested there, the reason. `left_site` means that phones are redirected to another website. Other codes are those of a
 * page's error.
 */
export const PageOnPhone = z.object({
  final_url: z.string().min(1).max(4_096),
  error: z.object({ code: z.string().min(1).max(100), message: z.string().max(1_000) }).nullable(),
});
export type PageOnPhone = z.infer<typeof PageOnPhone>;
