import { z } from "zod";
import { Engine, Impact, Standard } from "@/server/scanner/contract";

export const Effort = z.enum(["small", "medium", "large"]);
export type Effort = z.infer<typeof Effort>;

/** The part of a finding's markup to highlight: its opening tag, some of its attributes, or its text. */
export type FailingPart = "tag" | "text" | { attributes: readonly string[] };

export type RuleAdvice = {
  /** One sentence on who is affected and how. */
  who: string;
  why: string;
  fix: string;
  effort: Effort;
  failingPart: FailingPart;
};

export const RuleAccuracy = z.object({
  right: z.number().int().describe("Number of labelled cases in which the rule was right."),
  wrong: z.number().int().describe("Number of labelled cases in which the rule was wrong."),
  low: z.number().describe("Lower bound of the 95% confidence interval for the rule's precision, from 0 to 1."),
  high: z.number().describe("Upper bound of the 95% confidence interval for the rule's precision, from 0 to 1."),
});

export const ListRules = z.strictObject({});

export const Rule = z.object({
  rule_id: z.string(),
  engine: Engine.describe("The engine that runs the rule. AccessLint runs only if the audit has a second engine."),
  engines: z
    .array(Engine)
    .describe(
      "The engines that can detect failures of the rule. Findings reported only by AccessLint are marked as needing review.",
    ),
  impact: Impact,
  outcome: z
    .enum(["failed", "needs_review"])
    .describe("Outcome for an element that doesn't pass: failed, or needs review by a person."),
  help: z.string(),
  description: z.string(),
  help_url: z.string(),
  wcag: z.array(z.string()).describe("Success criteria, such as 1.4.3; empty for a best practice."),
  standards: z.array(Standard).describe("The standards for which audits run the rule."),
  act_rules: z.array(z.string()).describe("IDs of the W3C ACT rules that the rule implements."),
  accuracy: RuleAccuracy.nullable().describe(
    "How often the rule was right on labelled pages; null if it found nothing on them. If the rule was right in fewer than 98% of cases, or found nothing, its findings need review.",
  ),
  who: z.string(),
  why: z.string(),
  fix: z.string(),
  effort: Effort,
});
export type Rule = z.infer<typeof Rule>;

export const RuleList = z.object({ axe_version: z.string(), accesslint_version: z.string(), rules: z.array(Rule) });
export type RuleList = z.infer<typeof RuleList>;
