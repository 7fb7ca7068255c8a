import { decode } from "fast-png";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { type Color, type ContrastOutcome, judgeContrast, type Picture } from "./judge-contrast";
import type { AxeFindings, AxeRule } from "./probe/run-axe";

const RULE = "color-contrast";
/** Maximum number of views to compare. Each view needs two screenshots of the window. */
const MAX_VIEWS = 5;

const takePicture = async ({ cdp }: Tab): Promise<Picture> => {
  const { data } = await cdp.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
  return decode(Buffer.from(data, "base64"));
};

const measure = async (tab: Tab): Promise<Map<number, ContrastOutcome & { font: string }>> => {
  const outcomes = new Map<number, ContrastOutcome & { font: string }>();
  for (let view = 0; view < MAX_VIEWS; view += 1) {
    const { width, targets } = await callProbeWithRetry(tab, "nextContrastView");
    if (targets.length === 0) break;
    await callProbeWithRetry(tab, "paintTexts", "none");
    const empty = await takePicture(tab);
    await callProbeWithRetry(tab, "paintTexts", "marked");
    const marked = await takePicture(tab);
    await callProbeWithRetry(tab, "paintTexts", "usual");
    for (const target of targets) {
      const outcome = judgeContrast(target, { width, empty, marked });
      if (outcome) outcomes.set(target.number, { ...outcome, font: target.font });
    }
  }
  return outcomes;
};

const toHex = (color: Color): string =>
  `#${color.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** Uses axe's wording, and rounds down like axe. */
const summarise = ({ ratio, required, text, background, font }: ContrastOutcome & { font: string }): string =>
  `Fix any of the following:\n  Element has insufficient color contrast of ${Math.floor(ratio * 100) / 100} (foreground color: ${toHex(text)}, background color: ${toHex(background)}, font size: ${font}). Expected contrast ratio of ${required}:1`;

const settleRule = (rule: AxeRule, outcomes: Awaited<ReturnType<typeof measure>>): AxeRule => {
  const settled = [...outcomes].filter(([number]) => number < rule.incomplete.length);
  const failed = settled.filter(([, { outcome }]) => outcome === "fail");
  const failing = failed.flatMap(([number, outcome]) => {
    const node = rule.incomplete[number];
    return node ? [{ ...node, summary: summarise(outcome), related: [] }] : [];
  });
  return {
    ...rule,
    passed: rule.passed + settled.length - failed.length,
    failed: rule.failed + failed.length,
    review: rule.review - settled.length,
    violations: [...rule.violations, ...failing],
    incomplete: rule.incomplete.filter((_, number) => !outcomes.has(number)),
  };
};

/**
 * Uses screenshots to measure text contrast where axe can't, because of images, gradients or overlapping elements.
 * Unclear results still need review.
 */
export const settleContrast = async (tab: Tab, found: AxeFindings): Promise<AxeFindings> => {
  if (!found.rules.some(({ id, review }) => id === RULE && review > 0)) return found;
  const outcomes = await measure(tab);
  return { ...found, rules: found.rules.map((rule) => (rule.id === RULE ? settleRule(rule, outcomes) : rule)) };
};
