/** Whether the figures of the promises are asked for, which takes its time. */
export const wantsFullFigures = Boolean(process.env["FULL_FIGURES"]);

/**
 * How often a test repeats what it does: `usual`, or `promised` under FULL_FIGURES=1, which gives the figures of the
 * promise itself. A variable of its own, such as CHAOS_ROUNDS=5, beats both.
 */
export const rounds = (variable: string, { usual, promised }: { usual: number; promised: number }): number =>
  Number(process.env[variable] ?? (wantsFullFigures ? promised : usual));
