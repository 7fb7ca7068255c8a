import { z } from "zod";

export const Alive = z.object({ status: z.literal("alive") });

const Part = z.object({ ok: z.boolean(), kind: z.string() });

const Jobs = Part.extend({
  missing: z
    .array(z.string())
    .optional()
    .describe("IDs of jobs that the job engine hasn't registered; events for these jobs wait until it has"),
});

const Scanner = Part.extend({
  sandbox: z.boolean().optional().describe("Whether the browser is running in its sandbox; omitted if unknown"),
  problem: z
    .string()
    .optional()
    .describe("Error from the browser, if any, and what to do about it; audits fail if the browser can't start"),
});

export const Ready = z.object({ database: Part, keys: Part, jobs: Jobs, store: Part, scanner: Scanner });
export type Ready = z.infer<typeof Ready>;
