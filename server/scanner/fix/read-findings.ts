import { z } from "zod";
import type { Tab } from "../browser/open-tab";
import { createScanMemory, listeningRules, runRules } from "../page/drive-page";
import { PageFailure } from "../page/page-failure";
import { rulesOf } from "../page/rule-catalogue";
import { settleContrast } from "../page/settle-contrast";
import { drivenRules, narrowRules } from "../page/step-rules";
import { callFixTool } from "./call-tool";

/** One rule that fails, or needs review, on one element. */
export interface PageFinding {
  rule_id: string;
  selector: string;
  summary: string;
  html: string;
  /** The rule and the element, as in `PageFindings`. */
  key: string;
  /** The element's number in the trial; -1 if the element can't be found. */
  element: number;
  outcome: "failed" | "needs review";
}

/** Findings by rule and element. */
export type PageFindings = ReadonlyMap<string, PageFinding>;

const keyOf = (rule_id: string, element: number, selector: string): string =>
  `${rule_id} ${element < 0 ? selector : element}`;

/** Numbers of elements; -1 means no element. */
export const Numbers = z.array(z.number().int().min(-1));

/**
 * The rules to run in a narrow window. Includes one that doesn't need this window, because the engine requires at least
 * one such rule.
 */
const rulesInNarrowWindow = ["document-title", ...narrowRules];

/**
 * The rule about contrast on hover and focus and, for the same reason as above, a rule that doesn't interact with the
 * page.
 */
const stateRules = ["document-title", "state-contrast"];
const notTried = [...drivenRules, ...listeningRules];
const usualRules = rulesOf("wcag22aa").filter((id) => !notTried.includes(id));

/** Rules that move focus through the page. */
const focusRules = ["focus-visible"];

/** The rules about text contrast. Where axe can't determine the contrast, it is measured in screenshots. */
const contrastRules = ["color-contrast"];
const strictContrastRules = ["color-contrast-enhanced"];

/**
 * Which rules to run. `usual`: those that don't interact with the page. `contrast`: the same rules, with screenshots to
 * determine contrast that is unclear. `strict-contrast`: the same as `contrast`, and the level AAA contrast rule.
 * `focus`: the usual rules and the one about focus. `narrow`: the rules for a narrow window. `states`: the rule about
 * contrast on hover and focus.
 */
export type RuleSet = "usual" | "contrast" | "strict-contrast" | "focus" | "narrow" | "states";

const ruleSets: Readonly<Record<RuleSet, string[]>> = {
  usual: usualRules,
  contrast: usualRules,
  "strict-contrast": [...usualRules, ...strictContrastRules],
  focus: [...usualRules, ...focusRules],
  narrow: rulesInNarrowWindow,
  states: stateRules,
};

/** Returns the rules that are run to check a fix for `rule_id`. */
export const ruleSetFor = (rule_id: string): RuleSet => {
  if (contrastRules.includes(rule_id)) return "contrast";
  if (strictContrastRules.includes(rule_id)) return "strict-contrast";
  return focusRules.includes(rule_id) ? "focus" : "usual";
};

/**
 * Runs rules on the page in its current state. Throws PageFailure if the page prevents some of them, because their
 * findings would otherwise seem to be fixed.
 */
export const readFindings = async (tab: Tab, set: RuleSet = "usual"): Promise<PageFindings> => {
  const rules = ruleSets[set];
  const { found: read, isWhole } = await runRules(tab, rules, { memory: createScanMemory(), views: [] });
  if (!isWhole) throw new PageFailure("timeout", "The page prevented some of the rules from running.");
  const isSettled = set === "contrast" || set === "strict-contrast";
  const lists = isSettled ? await Promise.all(read.map((each) => settleContrast(tab, each))) : read;
  const found = lists.flatMap(({ rules: ran }) =>
    ran.flatMap(({ id, violations, incomplete }) => [
      ...violations.map((node) => ({ rule_id: id, outcome: "failed" as const, ...node })),
      ...incomplete.map((node) => ({ rule_id: id, outcome: "needs review" as const, ...node })),
    ]),
  );
  const selectors = found.map(({ selector }) => selector);
  const numbers = Numbers.parse(await callFixTool(tab, "note", selectors));
  return new Map(
    found.map(({ rule_id, outcome, selector, summary, html }, index) => {
      const element = numbers[index] ?? -1;
      const key = keyOf(rule_id, element, selector);
      return [key, { rule_id, outcome, selector, summary, html, key, element }];
    }),
  );
};

export const isFailing = (findings: PageFindings, key: string): boolean => findings.get(key)?.outcome === "failed";

/** Returns the findings with this outcome that are in `some` but not in `others`. */
export const missingIn = (
  some: PageFindings,
  others: PageFindings,
  outcome: PageFinding["outcome"] = "failed",
): PageFinding[] =>
  [...some].flatMap(([key, finding]) =>
    finding.outcome === outcome && others.get(key)?.outcome !== outcome ? [finding] : [],
  );
