import { z } from "zod";

export const Alive = z.object({ status: z.literal("alive") });

const Part = z.object({ ok: z.boolean(), kind: z.string() });

export const Ready = z.object({ database: Part, jobs: Part, store: Part, scanner: Part });
export type Ready = z.infer<typeof Ready>;
