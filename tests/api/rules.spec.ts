import axe from "axe-core";
import { expect, test } from "@/tests/support/api";

interface ListedRule {
  accuracy: { right: number; wrong: number; low: number; high: number } | null;
  rule_id: string;
  engine: string;
  outcome: string;
  wcag: string[];
  standards: string[];
  act_rules: string[];
  who: string;
  fix: string;
}

test("anyone can list the rules, with their engine, criteria, ACT rules and advice", async ({ visitor }) => {
  const { status, data } = await visitor.get("/api/rules/");
  expect(status).toBe(200);
  expect(data.axe_version).toBe(axe.version);
  const rules = new Map<string, ListedRule>(data.rules.map((rule: ListedRule) => [rule.rule_id, rule]));
  expect(rules.size).toBe(data.rules.length);
  expect(rules.get("image-alt")).toMatchObject({
    engine: "axe-core",
    impact: "critical",
    outcome: "failed",
    wcag: ["1.1.1"],
    act_rules: axe.getRules().find(({ ruleId }) => ruleId === "image-alt")?.actIds,
  });
  expect(rules.get("keyboard-trap")).toMatchObject({ engine: "curbcut", outcome: "failed", wcag: ["2.1.2"] });
  expect(rules.get("vague-link-name")).toMatchObject({ engine: "curbcut", outcome: "needs_review" });
  expect(rules.get("table-fake-caption")).toMatchObject({ engine: "axe-core", outcome: "needs_review" });
  expect(rules.get("image-alt")?.accuracy).toMatchObject({ right: expect.any(Number), wrong: 0, high: 1 });
  expect(rules.get("vague-link-name")?.accuracy).toBeNull();
  for (const { rule_id, accuracy, outcome, standards, who, fix } of rules.values()) {
    if (accuracy && outcome === "failed")
      expect(accuracy.right / (accuracy.right + accuracy.wrong), rule_id).toBeGreaterThanOrEqual(0.98);
    expect(standards, rule_id).toContain("wcag22aaa");
    expect(who, rule_id).toMatch(/\.$/);
    expect(fix, rule_id).toMatch(/\.$/);
  }
});

test("a rule for WCAG 2.2 isn't part of older standards, and a best practice is part of all standards", async ({
  visitor,
}) => {
  const { data } = await visitor.get("/api/rules/");
  const standardsOf = (id: string) => data.rules.find((rule: ListedRule) => rule.rule_id === id)?.standards;
  expect(standardsOf("target-size")).toEqual(["wcag22aa", "wcag22aaa"]);
  expect(standardsOf("image-alt")).toHaveLength(6);
  expect(standardsOf("heading-order")).toHaveLength(6);
  expect(standardsOf("color-contrast")).toEqual(["wcag2aa", "wcag21aa", "wcag22aa", "wcag22aaa"]);
  expect(standardsOf("color-contrast-enhanced")).toEqual(["wcag22aaa"]);
});
