/**
 * Reports whether to measure the promised figures, which takes long: all of them under FULL_FIGURES=1, or those of one
 * of these variables.
 */
export const asksFor = (...variables: string[]): boolean =>
  ["FULL_FIGURES", ...variables].some((name) => process.env[name]);

/**
 * Returns how often a test repeats what it does: `usual`, or under FULL_FIGURES=1 `promised`, the number that the
 * promise states. The test's own variable, such as CHAOS_ROUNDS=5, takes precedence over both.
 */
export const rounds = (variable: string, { usual, promised }: { usual: number; promised: number }): number =>
  Number(process.env[variable] ?? (asksFor() ? promised : usual));
