import type { Tab } from "../browser/open-tab";
import { PageFailure } from "./page-failure";

const MAX_SHOWN_URL = 200;

/**
 * Throws PageFailure if another document has replaced the page since `watch.noteMoves` was called, because the results
 * may describe that document.
 */
export const assertNotMoved = ({ watch: { movedTo } }: Pick<Tab, "watch">): void => {
  if (movedTo === null) return;
  const shown = movedTo.slice(0, MAX_SHOWN_URL);
  throw new PageFailure("navigated_away", `While it was being scanned, the page moved to another URL: ${shown}`);
};
