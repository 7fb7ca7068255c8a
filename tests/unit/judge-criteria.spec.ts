import { expect, test } from "@playwright/test";
import { criteriaOf } from "@/server/domains/audits/results/judge-rules";
import { rulesThatDecide, wcagCriteria } from "@/server/domains/audits/rules";
import { RuleRollup } from "@/server/domains/audits/totals/roll-up-rules";
import { actRules, ruleFacts } from "@/server/scanner/rule-facts";
import { axeOf } from "@/tests/support/scans";

type Rules = Parameters<typeof axeOf>[0];

const outcomeOf = (criterion: string, rules: Rules): string | undefined => {
  const rollup = new RuleRollup();
  rollup.add(axeOf(rules));
  return criteriaOf(rollup.rules).find((each) => each.criterion === criterion)?.outcome;
};

test("1.4.12 doesn't pass because an element has a style attribute", () => {
  const inline = { rule_id: "avoid-inline-spacing", impact: "serious", wcag: ["1.4.12"], passed: 40 } as const;
  expect(outcomeOf("1.4.12", [{ ...inline, wcag: ["1.4.12"] }])).toBe("no_failures");
});

test("a criterion passes only if the rules that decide it passed and no other rule found anything", () => {
  const trap = { rule_id: "keyboard-trap", impact: "critical", wcag: ["2.1.2"] } as const;
  expect(outcomeOf("2.1.2", [{ ...trap, wcag: ["2.1.2"], passed: 3 }])).toBe("passed");
  expect(outcomeOf("2.1.2", [{ ...trap, wcag: ["2.1.2"], passed: 3, needs_review: ["iframe"] }])).toBe("needs_review");
  expect(outcomeOf("2.1.2", [{ ...trap, wcag: ["2.1.2"], passed: 3, failed: ["div"] }])).toBe("failed");
  expect(outcomeOf("2.1.2", [])).toBe("not_tested");
  expect(outcomeOf("2.4.4", [{ rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], passed: 9 }])).toBe(
    "no_failures",
  );
});

test("rules that decide a criterion belong to that criterion and implement ACT rules", () => {
  const decided = wcagCriteria.filter(({ criterion }) => rulesThatDecide(criterion).length > 0);
  expect(decided.map(({ criterion }) => criterion)).toEqual(["1.3.4", "2.1.2"]);
  for (const { criterion } of decided)
    for (const id of rulesThatDecide(criterion)) {
      expect(ruleFacts(id).wcag).toContain(criterion);
      expect(actRules(id).length).toBeGreaterThan(0);
    }
});
