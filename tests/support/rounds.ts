/** Whether the figures of the promises are asked for, all or by one of these variables; that takes its time. */
export const asksFor = (...variables: string[]): boolean =>
  ["FULL_FIGURES", ...variables].some((name) => process.env[name]);

/**
 * How often a test repeats what it does: `usual`, or `promised` under FULL_FIGURES=1, which gives the figures of the
 * promise itself. A variable of its own, such as CHAOS_ROUNDS=5, beats both.
 */
export const rounds = (variable: string, { usual, promised }: { usual: number; promised: number }): number =>
  Number(process.env[variable] ?? (asksFor() ? promised : usual));
