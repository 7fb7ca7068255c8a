/**
 * Reports whether to measure the promised figures, which takes a long time: true if FULL_FIGURES or one of these
 * variables is set.
 */
export const measuresFigures = (...variables: string[]): boolean =>
  ["FULL_FIGURES", ...variables].some((name) => process.env[name]);

/**
 * Returns the number of repetitions in a test: `usual`, or with FULL_FIGURES=1 `promised`, the number stated in the
 * promise. The test's own variable, such as CHAOS_ROUNDS=5, takes precedence over both.
 */
export const rounds = (variable: string, { usual, promised }: { usual: number; promised: number }): number =>
  Number(process.env[variable] ?? (measuresFigures() ? promised : usual));
