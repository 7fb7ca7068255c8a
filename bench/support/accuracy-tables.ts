import { wilson } from "@/server/scanner/rule-accuracy";

const percent = (share: number): string => `${Math.round(100 * share)}%`;

const shareOf = (hits: number, of: number): string => (of === 0 ? "–" : percent(hits / of));

const intervalOf = (hits: number, of: number): string => (of === 0 ? "–" : wilson(hits, of).map(percent).join(" to "));

/** Renders a Markdown table with aligned columns. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join("\n");
};

/** The outcome of a rule in one case. `isTrue` says whether all the rule's findings are true. */
export interface RuleOutcome {
  ruleId: string;
  isTrue: boolean;
}

/** A labelled barrier, or one success criterion of a failing test case. */
export interface BarrierOutcome {
  /** The number of a success criterion, or the name of a best practice. */
  requirement: string;
  source: "corpus" | "act";
  byPerson: boolean;
  found: boolean;
  forReview: boolean;
}

/**
 * Returns, for each rule, the number of cases in which it was right and the number in which it was wrong. Rules are
 * sorted by id.
 */
export const countRules = (outcomes: readonly RuleOutcome[]): Record<string, [number, number]> => {
  const ids = [...new Set(outcomes.map(({ ruleId }) => ruleId))].sort();
  return Object.fromEntries(
    ids.map((id) => {
      const own = outcomes.filter(({ ruleId }) => ruleId === id);
      const right = own.filter(({ isTrue }) => isTrue).length;
      return [id, [right, own.length - right]];
    }),
  );
};

/** Renders the numbers of true and false reports by rule, starting with the rules that have the most false reports. */
export const renderRules = (outcomes: readonly RuleOutcome[]): string => {
  const row = (name: string, own: readonly RuleOutcome[]) => {
    const right = own.filter(({ isTrue }) => isTrue).length;
    return [
      ...[name, String(right), String(own.length - right)],
      ...[shareOf(right, own.length), intervalOf(right, own.length)],
    ];
  };
  const rows = [...new Set(outcomes.map(({ ruleId }) => ruleId))]
    .sort()
    .map((ruleId) =>
      row(
        `\`${ruleId}\``,
        outcomes.filter((outcome) => outcome.ruleId === ruleId),
      ),
    )
    .sort((one, other) => Number(other[2]) - Number(one[2]));
  return table([["Rule", "True", "False", "Precision", "95% confidence interval"], ...rows, row("All", outcomes)]);
};

const byNumber = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

const isCriterion = (requirement: string): boolean => /^\d/.test(requirement);

/**
 * Renders, for each success criterion, the share of its barriers that were found. The last row shows the share of
 * departures from best practices that were found.
 */
export const renderCriteria = (outcomes: readonly BarrierOutcome[]): string => {
  const row = (name: string, own: readonly BarrierOutcome[]) => {
    const found = (some: readonly BarrierOutcome[]) => some.filter((outcome) => outcome.found).length;
    const part = (source: BarrierOutcome["source"]) => own.filter((outcome) => outcome.source === source);
    const fraction = (some: readonly BarrierOutcome[]) =>
      some.length === 0 ? "–" : `${found(some)} of ${some.length}`;
    return [
      ...[name, fraction(part("corpus")), fraction(part("act"))],
      ...[shareOf(found(own), own.length), intervalOf(found(own), own.length)],
      String(own.filter(({ forReview }) => forReview).length),
    ];
  };
  const practices = outcomes.filter(({ requirement }) => !isCriterion(requirement));
  const barriers = outcomes.filter(({ requirement }) => isCriterion(requirement));
  const rows = [...new Set(barriers.map(({ requirement }) => requirement))].sort(byNumber).map((criterion) =>
    row(
      criterion,
      barriers.filter(({ requirement }) => requirement === criterion),
    ),
  );
  const machine = barriers.filter(({ byPerson }) => !byPerson);
  return table([
    ["Criterion", "Corpus", "ACT", "Recall", "95% confidence interval", "Needs review instead"],
    ...rows,
    row("All", barriers),
    row("Detectable automatically", machine),
    ...(practices.length > 0 ? [row("Best practices", practices)] : []),
  ]);
};
