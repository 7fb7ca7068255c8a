import { version as accessLintVersion } from "@accesslint/core";
import axe from "axe-core";
import { z } from "zod";
import { readProperty } from "@/server/core/property";
import { Impact, type Standard } from "../contract";
import { type Engine, secondEngine } from "../engines";
import { preciseRules } from "../rule-accuracy";
import { criteriaOfTags } from "../wcag-tags";
import type { RuleInfo } from "./rule-info";
import { crossPageRules } from "./rules/cross-page-rules";
import { ownRules } from "./rules/index";
import type { OwnRule } from "./rules/own-rule";
import { hasCounterpart, secondEngineRules, secondEngineRulesFor } from "./second-rules";

export const axeVersion = axe.version;

export { accessLintVersion };

const wcag22aa = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

const standardTags: Readonly<Record<Standard, string[]>> = {
  wcag2a: ["wcag2a"],
  wcag2aa: ["wcag2a", "wcag2aa"],
  wcag21a: ["wcag2a", "wcag21a"],
  wcag21aa: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
  wcag22aa,
  wcag22aaa: [...wcag22aa, "wcag2aaa", "wcag21aaa", "wcag22aaa"],
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

type OwnFacts = Pick<OwnRule, "id" | "impact" | "tags" | "help" | "description" | "help_url">;

const describeOwnRule = ({ id, impact, tags, help, description, help_url }: OwnFacts): RuleInfo => ({
  rule_id: id,
  impact,
  tags,
  wcag: criteriaOfTags(tags),
  help,
  description,
  help_url,
});

/** All rules by id: those of axe-core, our own, and those that only the second engine has. */
export const ruleCatalogue: ReadonlyMap<string, RuleInfo> = new Map(
  [...readAxeRules(), ...[...ownRules, ...crossPageRules].map(describeOwnRule), ...secondEngineRules.values()].map(
    (rule) => [rule.rule_id, rule],
  ),
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

const ownRulesById: ReadonlyMap<string, Pick<OwnRule, "needsReview">> = new Map(
  [...ownRules, ...crossPageRules].map((rule) => [rule.id, rule]),
);
const crossPageIds = new Set<string>(crossPageRules.map(({ id }) => id));

/** Returns the engine that runs a rule. An unknown rule is treated as one of axe-core's. */
export const engineOf = (ruleId: string): Engine => {
  if (ownRulesById.has(ruleId)) return "curbcut";
  return secondEngineRules.has(ruleId) ? secondEngine : "axe-core";
};

/** Returns the engines that can find what a rule looks for, starting with the rule's own engine. */
export const enginesOf = (ruleId: string): Engine[] => {
  const own = engineOf(ruleId);
  return own !== secondEngine && hasCounterpart(ruleId) ? [own, secondEngine] : [own];
};

/** Rules whose failures are reported only as needing review. The second engine's findings need review anyway. */
export const demotedRules: readonly string[] = [...ruleCatalogue.values()]
  .filter((rule) => engineOf(rule.rule_id) !== secondEngine)
  .filter((rule) => has(rule, "experimental") || !preciseRules.has(rule.rule_id))
  .map(({ rule_id }) => rule_id);

/** axe-core's rule that never fails, because only a person can decide whether two pages serve the same purpose. */
const undecidedRule = "identical-links-same-purpose";

/** Reports whether all findings for a rule need review, however precise the rule is. */
export const onlyPersonDecides = (ruleId: string): boolean =>
  ruleId === undecidedRule ||
  (ownRulesById.get(ruleId)?.needsReview ?? false) ||
  experimentalRules.includes(ruleId) ||
  secondEngineRules.has(ruleId);

/** Reports whether all findings for a rule need review. */
export const needsReviewOnly = (ruleId: string): boolean => onlyPersonDecides(ruleId) || demotedRules.includes(ruleId);

/**
 * `hidden-content` reports all hidden elements of a page. Our `orientation-lock`, which rotates the screen instead of
 * reading CSS, replaces `css-orientation-lock`.
 */
const unused = new Set(["hidden-content", "css-orientation-lock"]);

/** Returns the ids of all engines' rules for a standard, including best practices and experimental rules. */
export const allRulesOf = (standard: Standard): string[] => {
  const wanted = [...standardTags[standard], "best-practice"];
  return [...ruleCatalogue.values()]
    .filter((rule) => wanted.some((tag) => has(rule, tag)) && !has(rule, "deprecated") && !unused.has(rule.rule_id))
    .map(({ rule_id }) => rule_id);
};

/**
 * Returns the ids of axe-core's and our own rules that check a page against a standard, including best practices and
 * experimental rules.
 */
export const rulesOf = (standard: Standard): string[] =>
  allRulesOf(standard).filter((id) => !crossPageIds.has(id) && !secondEngineRules.has(id));

/** Returns the ids of the cross-page rules for a standard. */
export const crossPageRulesOf = (standard: Standard): string[] =>
  allRulesOf(standard).filter((id) => crossPageIds.has(id));

/**
 * Returns the second engine's rules that look for the same barriers as the wanted rules of a standard. Their ids are
 * those that the second engine uses.
 */
export const secondRulesOf = (standard: Standard, isWanted: (id: string) => boolean = () => true): string[] =>
  secondEngineRulesFor(allRulesOf(standard).filter(isWanted));
