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
  /**
   * Minimum number of points. A single signal is never worth this many, unless only this kind of wall has that signal.
   */
  needed: number;
  signals: readonly Signal[];
}

/**
 * Returns the number of points that a page has above the minimum for a kind of wall; negative if the page isn't such a
 * wall.
 */
export const countSpare = ({ signals, needed }: WallKind, page: Clues): number =>
  signals.reduce((sum, { points, holds }) => sum + (holds(page) ? points : 0), -needed);
