import type { Tab } from "../../browser/open-tab";
import { settle } from "../call-probe-with-retry";

/**
 * Runs rules while the browser doesn't report a preference for reduced motion, as is the case for most people. A page
 * that reads this preference only while it loads stays as it is, because the page isn't reloaded.
 */
export const findWithMotion = async <Found>(tab: Tab, run: () => Promise<Found>): Promise<Found> => {
  await tab.page.emulateMedia({ reducedMotion: "no-preference" });
  try {
    await settle(tab);
    return await run();
  } finally {
    await tab.page.emulateMedia({ reducedMotion: "reduce" });
    await settle(tab);
  }
};
