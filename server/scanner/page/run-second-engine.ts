import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { evaluateApart } from "./isolated-world";
import type { SecondFindings } from "./join-engines";
import { callProbe } from "./probe/probe-script";
import type { AxeFindings } from "./probe/run-axe";
import { MAX_SECOND_FINDINGS, readAnswer } from "./read-answer";
import { counterpartsOf, scopeOf } from "./second-rules";

/** After this time, no more rules are started. */
const SOFT_LIMIT_MS = 5_000;
/** After this time, the browser stops the rule that is running. */
const HARD_LIMIT_MS = 10_000;
/** Maximum number of elements to describe per page, out of those that only the second engine reported. */
const MAX_DESCRIBED = 500;

let source: string | undefined;

/** Returns AccessLint's script, which runs only in audits that include the second engine. */
const engineSource = (): string => {
  source ??= readFileSync(createRequire(import.meta.url).resolve("@accesslint/core/iife"), "utf8");
  return source;
};

interface Seen {
  rules: readonly string[];
  element: number;
}

/** Elements in a page's findings, by rule, except those in frames. */
type Known = ReadonlyMap<string, number[]>;

const knownElements = ({ rules }: AxeFindings): Known =>
  new Map(
    rules.map(({ id, violations, incomplete }) => [
      id,
      [...violations, ...incomplete].flatMap(({ element }) => (element === null ? [] : [element])),
    ]),
  );

const isKnown = ({ rules, element }: Seen, known: Known): boolean =>
  rules.some((id) => known.get(id)?.includes(element));

/** Returns the elements on which the first engine may have found the same barrier. */
const candidates = ({ rules }: Seen, known: Known, scope: "page" | "nesting"): number[] =>
  rules.filter((id) => scopeOf(id) === scope).flatMap((id) => known.get(id) ?? []);

/** Where the first engine found the same barrier, replaces the element with the one that the first engine reported. */
const alignElements = async (tab: Tab, seen: readonly Seen[], known: Known): Promise<Seen[]> => {
  const others = seen.filter((each) => !isKnown(each, known));
  const aligned = new Map<Seen, number>();
  const pairs: { finding: Seen; others: number[] }[] = [];
  for (const finding of others) {
    const [onPage] = candidates(finding, known, "page");
    const nested = candidates(finding, known, "nesting");
    if (onPage !== undefined) aligned.set(finding, onPage);
    else if (nested.length > 0) pairs.push({ finding, others: nested });
  }
  const input = pairs.map((pair) => ({ element: pair.finding.element, others: pair.others }));
  const nested = pairs.length > 0 ? await callProbeWithRetry(tab, "findNested", input) : [];
  for (const [at, { finding }] of pairs.entries()) {
    const element = nested[at] ?? -1;
    if (element >= 0) aligned.set(finding, element);
  }
  return seen.map((finding) => ({ ...finding, element: aligned.get(finding) ?? finding.element }));
};

const readFindings = async (tab: Tab, rules: readonly string[]): Promise<{ seen: Seen[]; isWhole: boolean }> => {
  const limits = { rules: [...rules], maxMs: SOFT_LIMIT_MS, maxFindings: MAX_SECOND_FINDINGS };
  const expression = `${engineSource()};\n${callProbe("runSecondEngine", limits)}`;
  const answer = await evaluateApart(tab.cdp, tab.frameId, expression, HARD_LIMIT_MS);
  const { findings, isWhole } = readAnswer("runSecondEngine", answer);
  return { seen: findings.map(({ rule, element }) => ({ rules: counterpartsOf(rule), element })), isWhole };
};

/**
 * Runs AccessLint's rules in the isolated world of the page's top frame. Doesn't describe elements on which the first
 * engine found the same barrier.
 */
export const runSecondEngine = async (
  tab: Tab,
  rules: readonly string[],
  found: AxeFindings,
): Promise<SecondFindings> => {
  if (rules.length === 0) return { findings: [], places: [], isWhole: true };
  const known = knownElements(found);
  const { seen: unaligned, isWhole } = await readFindings(tab, rules);
  const seen = await alignElements(tab, unaligned, known);
  const lone = [...seen.entries()].flatMap(([at, each]) => (isKnown(each, known) ? [] : [at])).slice(0, MAX_DESCRIBED);
  const { nodes, places } =
    lone.length > 0 ? await callProbeWithRetry(tab, "describeFindings", lone) : { nodes: [], places: [] };
  const described = new Map(lone.map((at, index) => [at, nodes[index] ?? null]));
  return { findings: seen.map((each, at) => ({ ...each, node: described.get(at) ?? null })), places, isWhole };
};
