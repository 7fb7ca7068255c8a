import type { Tab } from "../../browser/open-tab";
import { callProbeWithRetry, settle } from "../call-probe-with-retry";
import type { AxeFindings } from "../probe/run-axe";
import { settleContrast } from "../settle-contrast";

/**
 * Runs rules while the browser reports that the user prefers dark colours. Returns null if that doesn't change the
 * page's colours. A page that reads this preference only while it loads stays as it is, because the page isn't
 * reloaded.
 */
export const findInDark = async (tab: Tab, run: () => Promise<AxeFindings>): Promise<AxeFindings | null> => {
  const before = await callProbeWithRetry(tab, "readColours");
  await tab.page.emulateMedia({ colorScheme: "dark" });
  try {
    await settle(tab);
    if ((await callProbeWithRetry(tab, "readColours")) === before) return null;
    return await settleContrast(tab, await run());
  } finally {
    await tab.page.emulateMedia({ colorScheme: "light" });
    await settle(tab);
  }
};
