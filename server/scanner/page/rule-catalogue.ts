import axe from "axe-core";
import { z } from "zod";
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

/** axe's tags of a standard, with best practices on top. */
export const tagsOf = (standard: Standard): string[] => [...standardTags[standard], "best-practice"];

/** Not part of axe's public interface: the impact a rule gives to everything it finds. */
const Internals = z.object({ rules: z.array(z.object({ id: z.string(), impact: Impact })) });

const readCatalogue = (): ReadonlyMap<string, RuleInfo> => {
  const internals = Internals.parse((axe as unknown as { _audit: unknown })._audit);
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
        help_url: helpUrl.replace(/\?.*$/, ""),
      },
    ]),
  );
};

/** Every rule of axe-core by its id. */
export const ruleCatalogue = readCatalogue();
