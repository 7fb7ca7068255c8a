/**
 * Reports whether the figures of the promises are requested, all of them or by one of these variables; they take long.
 */
export const asksFor = (...variables: string[]): boolean =>
  ["FULL_FIGURES", ...variables].some((name) => process.env[name]);

/**
 * Returns how often a test repeats what it does: `usual`, or `promised` under FULL_FIGURES=1, which gives the figures
 * of the promise itself. Its own variable, such as CHAOS_ROUNDS=5, takes precedence over both.
 */
export const rounds = (variable: string, { usual, promised }: { usual: number; promised: number }): number =>
  Number(process.env[variable] ?? (asksFor() ? promised : usual));
