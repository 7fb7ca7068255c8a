/** Rounds down, so that 100 means that nothing failed. */
export const wholeScore = (score: number | null): number | null => (score === null ? null : Math.floor(score));
