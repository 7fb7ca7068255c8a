import { z } from "zod";

/** The result of a check. `note` is printed beside its name; `problems` is empty if the check passed. */
export interface Outcome {
  problems: string;
  note?: string;
}

/** The outcome of a step that has run. */
export const Result = z.object({
  name: z.string(),
  seconds: z.number(),
  outcome: z.object({ problems: z.string(), note: z.string().optional() }),
});
export type Result = z.infer<typeof Result>;

export interface Step {
  name: string;
  /** Returns one outcome, or one for each check if the step runs several in a separate process. */
  run(): Promise<Outcome | readonly Result[]>;
}

export const fromLines = (lines: readonly string[], note?: string): Outcome => ({
  problems: lines.join("\n"),
  ...(note === undefined ? {} : { note }),
});
