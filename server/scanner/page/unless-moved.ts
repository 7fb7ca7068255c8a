import type { Tab } from "../browser/open-tab";
import { PageFailure } from "./page-failure";

const MAX_SHOWN_URL = 200;

/**
 * Waits for work on the page at this URL. Throws PageFailure if another document has replaced the page since
 * `watch.noteMoves` was called, because the results may describe that document.
 */
export const unlessMoved = async <Result>(
  { watch }: Pick<Tab, "watch">,
  address: string,
  work: Promise<Result>,
): Promise<Result> => {
  await Promise.allSettled([work]);
  const shown = watch.movedFrom(address)?.slice(0, MAX_SHOWN_URL);
  if (shown !== undefined)
    throw new PageFailure("navigated_away", `While it was being scanned, the page moved to another URL: ${shown}`);
  return work;
};
