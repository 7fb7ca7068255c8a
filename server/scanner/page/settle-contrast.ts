import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { type Color, type ContrastLevel, type ContrastOutcome, judgeContrast } from "./judge-contrast";
import type { AxeFindings, AxeNode, AxeRule } from "./probe/run-axe";
import type { ContrastTarget } from "./rules/read-contrast-target";
import { around, moved, takeClip } from "./take-clip";

const RULE = "color-contrast";
/** The level AAA rule, which runs only if the audit includes this level. */
const STRICT_RULE = "color-contrast-enhanced";
/** Maximum number of views to compare. Each view needs two screenshots of the window. */
const MAX_VIEWS = 5;

/** What screenshots show about the contrast of one element's text at each requested level; null if it is unclear. */
type Measured = Partial<Record<ContrastLevel, ContrastOutcome | null>> & Pick<ContrastTarget, "font">;

const measure = async (tab: Tab, isStrict: boolean): Promise<Map<number, Measured>> => {
  const measured = new Map<number, Measured>();
  for (let view = 0; view < MAX_VIEWS; view += 1) {
    const { window, targets } = await callProbeWithRetry(tab, "nextContrastView");
    if (targets.length === 0) break;
    const clip = around(targets.flatMap(({ lines }) => lines));
    const onPage = { ...clip, x: clip.x + window.x, y: clip.y + window.y };
    await callProbeWithRetry(tab, "paintTexts", "none");
    const empty = await takeClip(tab, onPage);
    await callProbeWithRetry(tab, "paintTexts", "marked");
    const marked = await takeClip(tab, onPage);
    await callProbeWithRetry(tab, "paintTexts", "usual");
    for (const target of targets) {
      const inClip = { ...target, lines: target.lines.map((line) => moved(line, clip)) };
      const judge = (level: ContrastLevel) => judgeContrast(inClip, { width: clip.width, empty, marked }, level);
      measured.set(target.number, {
        font: target.font,
        AA: judge("AA"),
        ...(isStrict ? { AAA: judge("AAA") } : {}),
      });
    }
  }
  return measured;
};

const toHex = (color: Color): string =>
  `#${color.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** Uses axe's wording, and rounds down as axe does. */
const summarise = ({ ratio, required, text, background }: ContrastOutcome, font: string): string =>
  `Fix any of the following:\n  Element has insufficient color contrast of ${Math.floor(ratio * 100) / 100} (foreground color: ${toHex(text)}, background color: ${toHex(background)}, font size: ${font}). Expected contrast ratio of ${required}:1`;

/** Elements whose contrast isn't clear, keyed by their index on the page. */
type Unclear = Map<number, AxeNode>;

interface Judged {
  passing: Unclear;
  failing: AxeNode[];
  /** Elements whose contrast is still unclear. */
  left: Unclear;
}

const judgeAt = (level: ContrastLevel, unclear: Unclear, measured: ReadonlyMap<number, Measured>): Judged => {
  const judged: Judged = { passing: new Map(), failing: [], left: new Map(unclear) };
  for (const [number, { [level]: outcome = null, font }] of measured) {
    const node = unclear.get(number);
    if (!node || !outcome) continue;
    judged.left.delete(number);
    if (outcome.outcome === "pass") judged.passing.set(number, node);
    else judged.failing.push({ ...node, summary: summarise(outcome, font), related: [] });
  }
  return judged;
};

/** Numbers the elements that a rule leaves for review. `first` is the number of the first element. */
const listUnclear = ({ incomplete }: AxeRule, first = 0): Unclear =>
  new Map(incomplete.map((node, index) => [first + index, node]));

/**
 * Adds the new outcomes to a rule. `added` is the number of measured elements that the rule itself hadn't left
 * for review.
 */
const addJudged = (rule: AxeRule, { passing, failing, left }: Judged, added = 0): AxeRule => ({
  ...rule,
  passed: rule.passed + passing.size,
  failed: rule.failed + failing.length,
  review: rule.review + added - passing.size - failing.length,
  violations: [...rule.violations, ...failing],
  incomplete: [...left.values()],
});

/** Adds the measured contrast to the findings. At level AAA, text is checked only if it passes at level AA. */
const settleRules = (rules: readonly AxeRule[], measured: ReadonlyMap<number, Measured>): AxeRule[] => {
  const usual = rules.find(({ id }) => id === RULE);
  const judged = judgeAt("AA", usual ? listUnclear(usual) : new Map(), measured);
  return rules.map((rule) => {
    if (rule.id === RULE) return addJudged(rule, judged);
    if (rule.id !== STRICT_RULE) return rule;
    const unclear = new Map([...judged.passing, ...listUnclear(rule, usual?.review)]);
    return addJudged(rule, judgeAt("AAA", unclear, measured), judged.passing.size);
  });
};

/**
 * Uses screenshots to measure text contrast where axe can't, because of images, gradients or overlapping elements.
 * Unclear results still need review.
 */
export const settleContrast = async (tab: Tab, found: AxeFindings): Promise<AxeFindings> => {
  const ran = found.rules.filter(({ id }) => id === RULE || id === STRICT_RULE);
  if (!ran.some(({ review }) => review > 0)) return found;
  const isStrict = ran.some(({ id }) => id === STRICT_RULE);
  return { ...found, rules: settleRules(found.rules, await measure(tab, isStrict)) };
};
