import type { Tab } from "../browser/open-tab";
import { settle, settleAfterLoad } from "../page/call-probe-with-retry";
import { loadPage } from "../page/load-page";
import { PageFailure } from "../page/page-failure";
import { prepareTrials } from "./call-tool";
import { readFindings } from "./read-findings";
import type { TrialPage } from "./trial-page";

/** Loads a page in a tab and prepares it for trials. Throws PageFailure if the page can't be loaded. */
export const openTrial = async (tab: Tab, url: string): Promise<TrialPage> => {
  await tab.page.emulateMedia({ colorScheme: "light" });
  const { status } = await loadPage(tab, url);
  if (status >= 400) throw new PageFailure("http_error", `The server responded with status ${status}.`);
  await settleAfterLoad(tab);
  const sheets = await prepareTrials(tab);
  await settle(tab);
  tab.watch.noteMoves(tab.page.url());
  return { tab, sheets, findings: await readFindings(tab), ruleSet: "usual", isSpent: false, scheme: "light" };
};
