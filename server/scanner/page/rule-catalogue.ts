import axe from "axe-core";
import { z } from "zod";
import { readProperty } from "@/server/core/property";
import { Impact, type Standard } from "../contract";
import { impreciseRules } from "../rule-accuracy";
import { criteriaOfTags } from "../wcag-tags";
import { ownRules } from "./rules/index";
import type { OwnRule } from "./rules/own-rule";

export interface RuleInfo {
  rule_id: string;
  impact: Impact;
  tags: string[];
  wcag: string[];
  help: string;
  description: string;
  help_url: string;
}

export const axeVersion = axe.version;

const standardTags: Readonly<Record<Standard, string[]>> = {
  wcag2a: ["wcag2a"],
  wcag2aa: ["wcag2a", "wcag2aa"],
  wcag21a: ["wcag2a", "wcag21a"],
  wcag21aa: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
  wcag22aa: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};

/** The impact of each rule's findings, which isn't part of axe's public interface. */
const Internals = z.object({ rules: z.array(z.object({ id: z.string(), impact: Impact })) });

const readAxeRules = (): RuleInfo[] => {
  const internals = Internals.parse(readProperty(axe, "_audit"));
  const impacts = new Map(internals.rules.map(({ id, impact }) => [id, impact]));
  return axe.getRules().map(({ ruleId, tags, help, description, helpUrl }) => ({
    rule_id: ruleId,
    impact: impacts.get(ruleId) ?? "moderate",
    tags,
    wcag: criteriaOfTags(tags),
    help,
    description,
    help_url: helpUrl.split("?", 1)[0] ?? "",
  }));
};

const describeOwnRule = ({ id, impact, tags, help, description, help_url }: OwnRule): RuleInfo => ({
  rule_id: id,
  impact,
  tags,
  wcag: criteriaOfTags(tags),
  help,
  description,
  help_url,
});

/** All rules by id, from axe-core and our own. */
export const ruleCatalogue: ReadonlyMap<string, RuleInfo> = new Map(
  [...readAxeRules(), ...ownRules.map(describeOwnRule)].map((rule) => [rule.rule_id, rule]),
);

/** ACT rules that axe's rules partly implement, but that axe doesn't list. */
const furtherActRules: ReadonlyMap<string, string[]> = new Map([
  ["list", ["bc4a75"]],
  ["summary-name", ["2t702h"]],
]);

/** The ids of the ACT rules that each rule implements. */
export const implementedActRules: ReadonlyMap<string, readonly string[]> = new Map([
  ...axe
    .getRules()
    .map(({ ruleId, actIds }) => [ruleId, [...(actIds ?? []), ...(furtherActRules.get(ruleId) ?? [])]] as const),
  ...ownRules.map(({ id, act }) => [id, act] as const),
]);

const has = ({ tags }: RuleInfo, tag: string): boolean => tags.includes(tag);

/** axe-core's experimental rules, whose findings always need review. */
export const experimentalRules: readonly string[] = [...ruleCatalogue.values()]
  .filter((rule) => has(rule, "experimental"))
  .map(({ rule_id }) => rule_id);

const ownRulesById = new Map(ownRules.map((rule) => [rule.id, rule]));

export const isOwnRule = (ruleId: string): boolean => ownRulesById.has(ruleId);

/** Rules whose failures are only reported as needing review. */
export const demotedRules: readonly string[] = [...new Set([...experimentalRules, ...impreciseRules])];

/** Reports whether all findings of a rule need review. */
export const needsReviewOnly = (ruleId: string): boolean =>
  (ownRulesById.get(ruleId)?.needsReview ?? false) || demotedRules.includes(ruleId);

/**
 * `hidden-content` reports all hidden elements of a page. Our `orientation-lock`, which turns the screen instead of
 * reading CSS, replaces `css-orientation-lock`.
 */
const unused = new Set(["hidden-content", "css-orientation-lock"]);

/** Returns the ids of the rules for a standard, including best practices and experimental rules. */
export const rulesOf = (standard: Standard): string[] => {
  const wanted = [...standardTags[standard], "best-practice"];
  return [...ruleCatalogue.values()]
    .filter((rule) => wanted.some((tag) => has(rule, tag)) && !has(rule, "deprecated") && !unused.has(rule.rule_id))
    .map(({ rule_id }) => rule_id);
};
