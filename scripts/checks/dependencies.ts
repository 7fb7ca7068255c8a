import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { root } from "@/scripts/support/root";
import { type ImportGraph, type Module, readImportGraph } from "./import-graph";
import { fromLines, type Outcome, type Step } from "./step";

const Report = z.object({
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string(), severity: z.string() }),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
  }),
});
const Rules = z.object({ forbidden: z.array(z.looseObject({ name: z.string() })) });
export type Rules = z.infer<typeof Rules>;

/** Reads the rules in .dependency-cruiser.cjs. */
export const readRules = (): Rules =>
  Rules.parse(createRequire(import.meta.url)(join(root, ".dependency-cruiser.cjs")));

const sources = [
  "app",
  "messages",
  "server",
  "start",
  "inngest",
  "emails",
  "demo",
  "scripts",
  "bench",
  "tests",
  "proxy.ts",
];

const importPart = async (path: string): Promise<(...args: unknown[]) => unknown> => {
  const file = join(root, "node_modules/dependency-cruiser/src", path);
  const { default: part } = await import(pathToFileURL(file).href);
  return part;
};

/**
 * Applies the rules. dependency-cruiser reads imports with the TypeScript compiler, which takes six times as long as
 * reading the graph ourselves. Because dependency-cruiser's public API doesn't accept a graph, this function calls the
 * internal functions that apply the rules.
 */
const applyRules = async (rules: Rules, modules: readonly Module[]): Promise<unknown> => {
  const [assertValid, normalize, analyse] = await Promise.all(
    ["main/rule-set/assert-validity.mjs", "main/rule-set/normalize.mjs", "analyze/index.mjs"].map(importPart),
  );
  const { forbidden } = rules;
  const ruleSet = normalize?.(assertValid?.({ forbidden }));
  return analyse?.(modules, { ruleSet, validate: true, skipAnalysisNotInRules: true }, []);
};

/**
 * Returns one line for each import that breaks a rule and each file that couldn't be parsed. A graph without modules is
 * an error.
 */
export const findViolations = async (rules: Rules, { modules, unreadable }: ImportGraph): Promise<Outcome> => {
  if (modules.length === 0) return fromLines(["There are no modules to check"]);
  const { summary } = Report.parse(await applyRules(rules, modules));
  const lines = summary.violations.map(({ rule, from, to, cycle }) =>
    cycle ? `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].join(" → ")}` : `${rule.name}: ${from} → ${to}`,
  );
  return fromLines([...unreadable, ...lines], `${modules.length} modules`);
};

let ownGraph: ImportGraph | undefined;

/** Reads the imports of all our code, once per process. */
export const readOwnGraph = (): ImportGraph => {
  ownGraph ??= readImportGraph(root, sources);
  return ownGraph;
};

export const dependencies: Step = {
  name: "dependencies",
  run: () => findViolations(readRules(), readOwnGraph()),
};
