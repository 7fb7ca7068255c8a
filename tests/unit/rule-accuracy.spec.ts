import { expect, test } from "@playwright/test";
import { isPrecise } from "@/server/scanner/rule-accuracy";
import { listRulesInUse } from "@/server/scanner/rule-facts";

test("a rule can fail pages if it was right in at least 98% of the labelled cases", () => {
  expect(isPrecise([1, 0])).toBe(true);
  expect(isPrecise([98, 2])).toBe(true);
  expect(isPrecise([97, 3])).toBe(false);
  expect(isPrecise([0, 0])).toBe(false);
  expect(isPrecise([])).toBe(false);
});

test("a rule's findings need review if its precision is unknown or too low", () => {
  const rules = listRulesInUse();
  const known = rules.filter(({ accuracy }) => accuracy && isPrecise([accuracy.right, accuracy.wrong]));
  const failing = rules.filter(({ outcome }) => outcome === "failed");
  expect(failing.length).toBeGreaterThan(100);
  expect(failing.filter((rule) => !known.includes(rule))).toEqual([]);
});
