import assert from "node:assert/strict";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type impacts, impactWeights } from "@/server/core/impact";
import {
  accessibilityScore,
  type ScoredPage,
  type ScoreRange,
  type TemplateScore,
  websiteScore,
} from "@/server/scanner/accessibility-score";

type Impact = (typeof impacts)[number];
type Outcome = "failed" | "review" | "passed";
interface Element {
  rule_id: string;
  component: string | undefined;
  outcome: Outcome;
}

const ruleImpacts: Readonly<Record<string, Impact>> = {
  "image-alt": "critical",
  "button-name": "critical",
  "color-contrast": "serious",
  "link-name": "serious",
  region: "moderate",
  "heading-order": "moderate",
  "prohibited-name": "minor",
};
const rules = Object.keys(ruleImpacts);

/** Builds a page as the scanner does: lists elements in document order, at most `listed` for each rule. */
const pageOf = (elements: readonly Element[], listed = 500): ScoredPage => {
  const found = (outcome: Outcome) =>
    rules.flatMap((rule_id) => {
      const matching = elements.filter((element) => element.rule_id === rule_id && element.outcome === outcome);
      const nodes = matching.slice(0, listed).map(({ component }) => (component === undefined ? {} : { component }));
      const impact = ruleImpacts[rule_id] ?? null;
      return matching.length === 0 ? [] : [{ rule_id, impact, node_count: matching.length, nodes }];
    });
  const met = new Set(elements.map(({ rule_id }) => rule_id));
  return {
    violations: found("failed"),
    incomplete: found("review"),
    checks: [...met].map((rule_id) => ({ rule_id })),
    inapplicable: rules.filter((rule_id) => !met.has(rule_id)),
  };
};

const element = (...outcomes: Outcome[]) =>
  fc.record({
    rule_id: fc.constantFrom(...rules),
    component: fc.constantFrom("nav", "main", "footer", undefined),
    outcome: fc.constantFrom(...outcomes),
  });
const anyElements = fc.array(element("failed", "failed", "review", "passed"), { minLength: 1, maxLength: 60 });
/** Small limits, so that the scanner's limit is reached often. */
const limit = fc.constantFrom(2, 5, 500);
const place = fc.nat();

const insert = (elements: readonly Element[], added: readonly Element[], at: number): Element[] =>
  elements.toSpliced(at % (elements.length + 1), 0, ...added);

type Formula = (page: ScoredPage) => ScoreRange;

const numbers = ({ score, score_low }: ScoreRange): { score: number; low: number } => {
  if (score === null || score_low === null) throw new Error("The page has no score.");
  return { score, low: score_low };
};

const runs = { numRuns: 500 };

const lawOf = <Values extends [unknown, ...unknown[]]>(property: (formula: Formula) => fc.IProperty<Values>) => ({
  assert: (formula: Formula): void => fc.assert(property(formula), runs),
  // The maximum number of runs is reached only if a mistake is hard to find, because the runs stop at the first
  // failure.
  isBrokenBy: (formula: Formula): boolean =>
    fc.check(property(formula), { numRuns: 50_000, endOnFailure: true }).failed,
});

// These are checked tens of thousands of times, and Playwright records each call to `expect` as a step, hence `assert`.
const laws = {
  "one more failing element never raises the score, and fixing it never lowers it": lawOf((formula) =>
    fc.property(anyElements, element("failed"), place, limit, (elements, added, at, listed) => {
      const without = numbers(formula(pageOf(elements, listed)));
      const with_ = numbers(formula(pageOf(insert(elements, [added], at), listed)));
      assert.ok(with_.score <= without.score);
      assert.ok(with_.low <= without.low);
    }),
  ),
  "an element that fails instead of passing never raises the score": lawOf((formula) =>
    fc.property(anyElements, place, limit, (elements, at, listed) => {
      const broken = elements.map((each, index) =>
        index === at % elements.length && each.outcome === "passed" ? { ...each, outcome: "failed" as const } : each,
      );
      const before = numbers(formula(pageOf(elements, listed)));
      const after = numbers(formula(pageOf(broken, listed)));
      assert.ok(after.score <= before.score);
      assert.ok(after.low <= before.low);
    }),
  ),
  "harmless content changes the score by at most 2": lawOf((formula) =>
    fc.property(
      anyElements,
      fc.array(element("passed"), { maxLength: 200 }),
      place,
      limit,
      (elements, added, at, listed) => {
        const before = numbers(formula(pageOf(elements, listed)));
        const after = numbers(formula(pageOf(insert(elements, added, at), listed)));
        assert.ok(Math.abs(after.score - before.score) <= 2);
        assert.ok(Math.abs(after.low - before.low) <= 2);
      },
    ),
  ),
  "a critical failure limits the score to 60, a serious one to 80": lawOf((formula) =>
    fc.property(anyElements, limit, (elements, listed) => {
      const failing = new Set(
        elements.filter(({ outcome }) => outcome === "failed").map(({ rule_id }) => ruleImpacts[rule_id]),
      );
      const { score } = numbers(formula(pageOf(elements, listed)));
      if (failing.has("critical")) assert.ok(score <= 60);
      if (failing.has("serious")) assert.ok(score <= 80);
      if (failing.size > 0) assert.ok(score < 100);
      else assert.equal(score, 100);
    }),
  ),
  "many elements with the same failure in one component cost at most twice as much as one": lawOf((formula) =>
    fc.property(fc.constantFrom(...rules), fc.integer({ min: 1, max: 500 }), (rule_id, count) => {
      const failure = { rule_id, component: "nav", outcome: "failed" } as const;
      const start = { critical: 60, serious: 80, moderate: 100, minor: 100 }[ruleImpacts[rule_id] ?? "minor"];
      const [one, many] = [1, count].map(
        (length) => numbers(formula(pageOf(Array.from({ length }, () => failure)))).score,
      );
      assert.ok(start - (many ?? 0) <= 2 * (start - (one ?? 0)) + 0.15);
    }),
  ),
  "elements that need review count as failed only at the lower end of the range": lawOf((formula) =>
    fc.property(anyElements, limit, (elements, listed) => {
      const { score, low } = numbers(formula(pageOf(elements, listed)));
      const decided = elements.filter(({ outcome }) => outcome !== "review");
      if (decided.length > 0) assert.equal(score, numbers(formula(pageOf(decided, listed))).score);
      const failed = elements.map(
        (each) => ({ ...each, outcome: each.outcome === "review" ? "failed" : each.outcome }) as const,
      );
      assert.ok(low <= score);
      assert.ok(low >= numbers(formula(pageOf(failed, listed))).low);
      assert.ok(low <= numbers(formula(pageOf(failed, 500))).score);
    }),
  ),
  "leaving out a rule never raises either end of the range": lawOf((formula) =>
    fc.property(anyElements, fc.constantFrom(...rules), (elements, missing) => {
      const page = pageOf(elements.filter(({ rule_id, outcome }) => rule_id !== missing || outcome === "passed"));
      const skipped = {
        ...page,
        checks: [...page.checks.filter(({ rule_id }) => rule_id !== missing), { rule_id: "of-another-engine" }],
        inapplicable: page.inapplicable.filter((rule_id) => rule_id !== missing),
      };
      if (page.checks.length === 0) return;
      const [complete, partial] = [numbers(formula(page)), numbers(formula(skipped))];
      assert.ok(partial.score <= complete.score);
      assert.ok(partial.low <= complete.low);
      assert.ok(partial.low < 100);
    }),
  ),
  "both ends of the range are between 0 and 100, with one decimal place": lawOf((formula) =>
    fc.property(anyElements, limit, (elements, listed) => {
      const { score, low } = numbers(formula(pageOf(elements, listed)));
      for (const end of [score, low]) {
        assert.ok(end >= 0);
        assert.ok(end <= 100);
        assert.equal(Math.round(end * 10) / 10, end);
      }
    }),
  ),
} as const;
type Law = keyof typeof laws;

const namesOf = Object.keys(laws) as Law[];

for (const law of namesOf)
  test(`every page: ${law}`, () => {
    laws[law].assert(accessibilityScore);
  });

/** Formulas that contain one mistake each, with the law that must detect it. */
const mistakes: readonly { name: string; law: Law; formula: Formula }[] = [
  {
    name: "returns the share of checks that passed",
    law: "harmless content changes the score by at most 2",
    formula: (page) => {
      const failed = page.violations.reduce((sum, rule) => sum + rule.node_count, 0);
      const score = (100 * page.checks.length) / (page.checks.length + failed);
      return { score, score_low: score };
    },
  },
  {
    name: "counts only the listed elements",
    law: "one more failing element never raises the score, and fixing it never lowers it",
    formula: (page) => {
      const listed = page.violations.map((rule) => ({ ...rule, node_count: rule.nodes.length }));
      return accessibilityScore({ ...page, violations: listed });
    },
  },
  {
    name: "doesn't limit the score by impact",
    law: "a critical failure limits the score to 60, a serious one to 80",
    formula: (page) =>
      accessibilityScore({ ...page, violations: page.violations.map((rule) => ({ ...rule, impact: "minor" })) }),
  },
  {
    name: "counts every element as a separate failure",
    law: "many elements with the same failure in one component cost at most twice as much as one",
    formula: (page) => {
      const scattered = page.violations.map((rule) => ({
        ...rule,
        nodes: rule.nodes.map((_, index) => ({ component: String(index) })),
      }));
      return accessibilityScore({ ...page, violations: scattered });
    },
  },
  {
    name: "subtracts a fixed amount for a rule, halved if most elements on the page fail",
    law: "an element that fails instead of passing never raises the score",
    formula: (page) => {
      const failed = page.violations.reduce((sum, rule) => sum + rule.node_count, 0);
      const score = failed > page.checks.length ? 95 : 90;
      return { score, score_low: score };
    },
  },
  {
    name: "counts elements that need review as passed",
    law: "elements that need review count as failed only at the lower end of the range",
    formula: (page) => {
      const { score } = accessibilityScore({ ...page, incomplete: [] });
      return { score: score ?? 100, score_low: score ?? 100 };
    },
  },
  {
    name: "counts unchecked criteria as passed",
    law: "leaving out a rule never raises either end of the range",
    formula: (page) => {
      const { score } = accessibilityScore(page);
      const { score: score_low } = accessibilityScore({
        ...page,
        violations: [...page.violations, ...page.incomplete],
      });
      return { score, score_low };
    },
  },
  {
    name: "returns every decimal place",
    law: "both ends of the range are between 0 and 100, with one decimal place",
    formula: (page) => ({ score: 100 / (1 + page.violations.length * 2), score_low: 0 }),
  },
];

for (const { name, law, formula } of mistakes)
  test(`detects a formula that ${name}`, () => {
    expect(laws[law].isBrokenBy(formula)).toBe(true);
  });

test("each law detects at least one incorrect formula", () => {
  expect([...new Set(mistakes.map(({ law }) => law))].sort()).toEqual([...namesOf].sort());
});

const range = fc
  .tuple(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 1_000 }))
  .map(([one, other]) => ({ score: Math.max(one, other) / 10, score_low: Math.min(one, other) / 10 }));
const sitePages = fc.array(
  fc
    .tuple(range, fc.constantFrom("/", "/product", null))
    .map(([ends, template]): TemplateScore => ({ ...ends, template })),
  { minLength: 1, maxLength: 30 },
);

const copiesDontCount = (formula: typeof websiteScore) =>
  fc.property(sitePages, range, fc.integer({ min: 2, max: 1_000 }), (pages, ends, length) => {
    const page = { ...ends, template: "/copied" };
    expect(formula([...pages, ...Array.from({ length }, () => page)])).toEqual(formula([...pages, page]));
  });

test("every website: up to a thousand copies of a page count as one page", () => {
  fc.assert(copiesDontCount(websiteScore), { numRuns: 200 });
  const meanOfPages = (pages: readonly TemplateScore[]) =>
    websiteScore(pages.map((page) => ({ ...page, template: null })));
  expect(fc.check(copiesDontCount(meanOfPages), { numRuns: 200 }).failed).toBe(true);
});

test("every website: its score lies between its pages' lowest and highest scores, whatever their order", () => {
  fc.assert(
    fc.property(sitePages, (pages) => {
      const { score, low } = numbers(websiteScore(pages));
      const all = pages.map(numbers);
      expect(score).toBeLessThanOrEqual(Math.max(...all.map((page) => page.score)) + 0.05);
      expect(score).toBeGreaterThanOrEqual(Math.min(...all.map((page) => page.score)) - 0.1);
      expect(low).toBeLessThanOrEqual(score);
      expect(websiteScore(pages.toReversed()).score).toBeCloseTo(score, 0);
    }),
  );
});

const failing = (rule_id: string, count = 1, component = "nav"): Element[] =>
  Array.from({ length: count }, () => ({ rule_id, component, outcome: "failed" }));

test("the impact and number of failing elements reduce the score as in the documented example", () => {
  expect(accessibilityScore(pageOf(failing("image-alt"))).score).toBe(54);
  expect(accessibilityScore(pageOf(failing("image-alt", 10))).score).toBe(51);
  expect(accessibilityScore(pageOf(failing("image-alt", 100))).score).toBe(48);
  expect(accessibilityScore(pageOf(failing("color-contrast"))).score).toBe(74.4);
  expect(accessibilityScore(pageOf(failing("region"))).score).toBe(97);
  expect(accessibilityScore(pageOf(failing("prohibited-name"))).score).toBe(99);
  const everywhere = ["a", "b", "c", "d", "e"].flatMap((component) => failing("color-contrast", 1, component));
  expect(accessibilityScore(pageOf(everywhere)).score).toBe(63.2);
  expect(impactWeights).toEqual({ critical: 10, serious: 7, moderate: 3, minor: 1 });
});

test("a page with a keyboard trap scores at most 60", () => {
  const trap = { rule_id: "keyboard-trap", impact: "critical", node_count: 1, nodes: [{}] } as const;
  const page = { violations: [trap], incomplete: [], checks: [{ rule_id: "keyboard-trap" }], inapplicable: [] };
  expect(accessibilityScore(page).score).toBeLessThanOrEqual(60);
});

test("failures at level AAA count like others, and level AAA criteria reduce the lower end of the range only if the audit includes that level", () => {
  const checks = [{ rule_id: "color-contrast" }, { rule_id: "color-contrast-enhanced" }];
  const faint = { rule_id: "color-contrast-enhanced", impact: "serious", node_count: 1, nodes: [{}] } as const;
  const page = { violations: [], incomplete: [], checks, inapplicable: [] };
  expect(accessibilityScore({ ...page, violations: [faint] }).score).toBe(74.4);
  expect(accessibilityScore({ ...page, checks: checks.slice(0, 1) }).score_low).toBe(89.2);
  expect(accessibilityScore(page).score_low).toBe(83.2);
  const inapplicable = ["identical-links-same-purpose", "meta-refresh-no-exceptions"];
  expect(accessibilityScore({ ...page, inapplicable }).score_low).toBe(83.8);
});

test("a page to which no rule applied has no score", () => {
  const none = { score: null, score_low: null };
  expect(accessibilityScore(pageOf([]))).toEqual(none);
  expect(websiteScore([{ ...none, template: "/" }])).toEqual(none);
});
