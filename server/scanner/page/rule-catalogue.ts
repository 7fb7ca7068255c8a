import axe from "axe-core";
import { z } from "zod";
import { readProperty } from "@/server/core/property";
import { Impact, type Standard } from "../contract";
import { criteriaOfTags } from "../wcag-tags";

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

/** Returns axe's tags for a standard, plus best practices. */
export const tagsOf = (standard: Standard): string[] => [...standardTags[standard], "best-practice"];

/** Not part of axe's public interface: the impact that a rule gives to all its findings. */
const Internals = z.object({ rules: z.array(z.object({ id: z.string(), impact: Impact })) });

const readCatalogue = (): ReadonlyMap<string, RuleInfo> => {
  const internals = Internals.parse(readProperty(axe, "_audit"));
  const impacts = new Map(internals.rules.map(({ id, impact }) => [id, impact]));
  return new Map(
    axe.getRules().map(({ ruleId, tags, help, description, helpUrl }) => [
      ruleId,
      {
        rule_id: ruleId,
        impact: impacts.get(ruleId) ?? "moderate",
        tags,
        wcag: criteriaOfTags(tags),
        help,
        description,
        help_url: helpUrl.split("?", 1)[0] ?? "",
      },
    ]),
  );
};

/** All rules of axe-core by id. */
export const ruleCatalogue = readCatalogue();

/** The ids of the ACT rules that each rule implements, as axe-core states them. */
export const implementedActRules: ReadonlyMap<string, readonly string[]> = new Map(
  axe.getRules().map(({ ruleId, actIds }) => [ruleId, actIds ?? []]),
);
