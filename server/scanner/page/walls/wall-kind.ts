import type { Clues } from "./clues";

/** A sign of a wall, or of an ordinary page if `points` is negative. */
export interface Signal {
  points: number;
  holds: (page: Clues) => boolean;
}

export interface WallKind {
  code: string;
  /** What happened, and what to do next. */
  message: (page: Clues) => string;
  /** Minimum number of points. A single signal is never worth this many, unless only this kind of wall has it. */
  needed: number;
  signals: readonly Signal[];
}

/** Returns how many points a page has beyond those that a kind of wall needs; negative if it isn't such a wall. */
export const countSpare = ({ signals, needed }: WallKind, page: Clues): number =>
  signals.reduce((sum, { points, holds }) => sum + (holds(page) ? points : 0), -needed);
