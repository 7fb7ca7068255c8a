/** The result of a check. `note` is printed beside its name; `problems` is empty if the check passed. */
export interface Outcome {
  problems: string;
  note?: string;
}

export interface Step {
  name: string;
  run(): Promise<Outcome>;
}

export const fromLines = (lines: readonly string[], note?: string): Outcome => ({
  problems: lines.join("\n"),
  ...(note === undefined ? {} : { note }),
});
