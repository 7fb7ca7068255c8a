import type { ListedOpener } from "./state-walk";

type Path = readonly ListedOpener[];

/** After more steps, only what is declared is tried at once. */
const SURE_STEPS = 2;

export const scrolling: ListedOpener = {
  ...{ action: "scroll", key: "scroll", name: "", turn: 0, control: "other" },
  ...{ isGuess: false, isDeclared: true, isNew: true, isShared: false },
};

const order: Partial<Record<ListedOpener["action"], number>> = { submit: 2, scroll: 3, refuse: 4, accept: 5 };
/** Focusing anything that might show a tip, and pointing at it. */
const unsure: Partial<Record<ListedOpener["action"], number>> = { focus: 6, point_at: 7 };

/** What is declared comes before what might open something; of openers that look alike, the first comes first. */
export const rankOf = ({ action, isDeclared, turn }: ListedOpener): number =>
  (order[action] ?? (isDeclared ? 0 : (unsure[action] ?? 1))) * 1_000 + turn;

/** Reports whether a path ends with something that is unlikely to show anything. */
export const isLongShot = (path: Path): boolean => rankOf(path.at(-1) ?? scrolling) >= 6_000;

/** Reports whether a path from a state is tried as long as that state is shown, not when everything else has been. */
export const isSure = (path: Path): boolean => {
  const opener = path.at(-1) ?? scrolling;
  return !(opener.isGuess || isLongShot(path)) && (path.length <= SURE_STEPS || rankOf(opener) < 1_000);
};
