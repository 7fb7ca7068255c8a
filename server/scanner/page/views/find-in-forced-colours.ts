import type { Tab } from "../../browser/open-tab";
import { settle } from "../call-probe-with-retry";
import type { AxeFindings } from "../probe/run-axe";

/**
 * Runs rules while the browser replaces the page's colours with those of a dark contrast theme, because most contrast
 * themes are dark.
 */
export const findInForcedColours = async <Found>(tab: Tab, run: () => Promise<Found>): Promise<Found> => {
  await tab.page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  try {
    await settle(tab);
    return await run();
  } finally {
    await tab.page.emulateMedia({ forcedColors: null, colorScheme: "light" });
    await settle(tab);
  }
};

/** Marks all findings as needing review, because a person has to decide whether they matter in the view. */
export const toReview = (found: AxeFindings): AxeFindings => ({
  ...found,
  rules: found.rules.map((rule) => ({
    ...rule,
    ...{ failed: 0, review: rule.failed + rule.review },
    ...{ violations: [], incomplete: [...rule.violations, ...rule.incomplete] },
  })),
});
