import type { ListedOpener } from "./state-walk";

type Path = readonly ListedOpener[];

/** In paths with more steps than this, only declared openers are tried immediately. */
const SURE_STEPS = 2;

export const scrolling: ListedOpener = {
  ...{ action: "scroll", key: "scroll", name: "", turn: 0, control: "other" },
  ...{ isGuess: false, isDeclared: true, isNew: true, isShared: false },
};

const order: Partial<Record<ListedOpener["action"], number>> = { submit: 2, scroll: 3, refuse: 4, accept: 5 };
/** Ranks of the actions that are tried on elements that might show a tooltip. */
const unsure: Partial<Record<ListedOpener["action"], number>> = { focus: 6, point_at: 7 };

/**
 * Returns the rank of an opener; the one with the lowest rank is tried first. Declared openers come before elements
 * that might open something; openers that look the same keep their order.
 */
export const rankOf = ({ action, isDeclared, turn }: ListedOpener): number =>
  (order[action] ?? (isDeclared ? 0 : (unsure[action] ?? 1))) * 1_000 + turn;

/** Reports whether a path ends with an opener that is unlikely to show anything. */
export const isLongShot = (path: Path): boolean => rankOf(path.at(-1) ?? scrolling) >= 6_000;

/** Reports whether a path from a state is tried while that state is shown, instead of after all other paths. */
export const isSure = (path: Path): boolean => {
  const opener = path.at(-1) ?? scrolling;
  return !(opener.isGuess || isLongShot(path)) && (path.length <= SURE_STEPS || rankOf(opener) < 1_000);
};
