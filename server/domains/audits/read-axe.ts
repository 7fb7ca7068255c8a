import { z } from "zod";
import { truncate } from "@/server/core/truncate";
import { accessibilityScore } from "@/server/scanner/accessibility-score";
import { AxeResult, Impact, type RuleChecks, type RuleResult } from "@/server/scanner/contract";
import { criteriaOfTags } from "@/server/scanner/wcag-tags";

const NativeNode = z.looseObject({
  html: z.string().default(""),
  target: z.array(z.union([z.string(), z.array(z.string())])).default([]),
  failureSummary: z.string().default(""),
});

const NativeRule = z.looseObject({
  id: z.string().min(1),
  impact: Impact.nullish(),
  tags: z.array(z.string()).default([]),
  help: z.string().default(""),
  description: z.string().default(""),
  helpUrl: z.string().default(""),
  nodes: z.array(NativeNode).default([]),
});
type NativeRule = z.infer<typeof NativeRule>;

const NativeResult = z.looseObject({
  violations: z.array(NativeRule),
  incomplete: z.array(NativeRule).default([]),
  passes: z.array(NativeRule).default([]),
  inapplicable: z.array(z.looseObject({ id: z.string() })).default([]),
  testEngine: z.looseObject({ name: z.string(), version: z.string() }).optional(),
});

/** Maximum length of an HTML snippet, as in our own scanner. */
const snippetLength = 600;

const readRule = (rule: NativeRule): RuleResult => ({
  rule_id: rule.id,
  impact: rule.impact ?? null,
  wcag: criteriaOfTags(rule.tags),
  tags: rule.tags,
  help: rule.help,
  description: rule.description,
  help_url: rule.helpUrl,
  node_count: rule.nodes.length,
  nodes: rule.nodes.map((node) => ({
    selector: node.target.map((part) => (Array.isArray(part) ? part.join(" >>> ") : part)).join(" >>> "),
    html: truncate(node.html, snippetLength),
    failure_summary: node.failureSummary,
    related: [],
  })),
});

const count = (
  rules: readonly NativeRule[],
  field: "passed" | "failed" | "needs_review",
  into: Map<string, RuleChecks>,
) => {
  for (const { id, impact, nodes } of rules) {
    const row = into.get(id) ?? { rule_id: id, impact: impact ?? "minor", passed: 0, failed: 0, needs_review: 0 };
    into.set(id, { ...row, impact: impact ?? row.impact, [field]: row[field] + nodes.length });
  }
};

const readNative = (native: z.infer<typeof NativeResult>): AxeResult => {
  const checks = new Map<string, RuleChecks>();
  count(native.violations, "failed", checks);
  count(native.incomplete, "needs_review", checks);
  count(native.passes, "passed", checks);
  return {
    engine: native.testEngine?.name ?? "axe-core",
    engine_version: native.testEngine?.version ?? "unknown",
    score: null,
    score_low: null,
    violations: native.violations.map(readRule),
    incomplete: native.incomplete.map(readRule),
    checks: [...checks.values()],
    inapplicable: native.inapplicable.map((rule) => rule.id),
  };
};

/**
 * Reads a page's accessibility results, either in our scanner's compact form or in the form of axe-core's `axe.run`
 * (https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#results-object). Computes the score, because a scanner
 * may use another version of the formula. Returns null if the results are in neither form.
 */
export const readAxe = (axe: Record<string, unknown>): AxeResult | null => {
  const compact = AxeResult.safeParse(axe);
  const native = compact.success ? null : NativeResult.safeParse(axe);
  const result = compact.data ?? (native?.data ? readNative(native.data) : null);
  return result && { ...result, ...accessibilityScore(result) };
};
