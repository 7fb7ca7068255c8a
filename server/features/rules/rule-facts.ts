import axe from "axe-core";

export interface RuleFacts {
  rule_id: string;
  help: string;
  description: string;
  help_url: string;
  /** Success criteria such as "1.4.3"; empty for best practice. */
  wcag: string[];
}

/** `wcag143` is success criterion 1.4.3; tags of levels such as `wcag2aa` are not criteria. */
export const criteriaOfTags = (tags: readonly string[]): string[] =>
  tags.flatMap((tag) => {
    const match = /^wcag(\d)(\d)(\d{1,2})$/.exec(tag);
    return match ? [`${match[1]}.${match[2]}.${match[3]}`] : [];
  });

const facts: ReadonlyMap<string, RuleFacts> = new Map(
  axe
    .getRules()
    .map(({ ruleId, help, description, helpUrl, tags }) => [
      ruleId,
      { rule_id: ruleId, help, description, help_url: helpUrl, wcag: criteriaOfTags(tags) },
    ]),
);

/** What axe-core says of one of its rules; empty texts for a rule it does not know. */
export const ruleFacts = (ruleId: string): RuleFacts => {
  const known = facts.get(ruleId);
  if (!known) return { rule_id: ruleId, help: "", description: "", help_url: "", wcag: [] };
  return { ...known, wcag: [...known.wcag] };
};
