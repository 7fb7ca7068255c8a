import type { Tab } from "../browser/open-tab";
import type { StyleSheets } from "./call-tool";
import type { PageFindings, RuleSet } from "./read-findings";

export type ColourScheme = "light" | "dark";

/** A page that is ready for trials. */
export interface TrialPage {
  tab: Tab;
  sheets: StyleSheets;
  findings: PageFindings;
  /** The rules that were run to obtain the findings. */
  ruleSet: RuleSet;
  /** True if the page must be reloaded before another change can be tried on it. */
  isSpent: boolean;
  /** The colour scheme that the browser reports as preferred. */
  scheme: ColourScheme;
  /** Whether the page has different colours in the other scheme; unset until this is known. */
  hasSchemes?: boolean;
}
