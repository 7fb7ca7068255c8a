import { draftFixes } from "@/server/domains/audits/fixes/fixers";
import type { Tab } from "@/server/scanner/browser/open-tab";
import type { PageResult } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { type FixOfFinding, findingsFor, fixFinding } from "@/server/scanner/fix/fix-finding";
import { openTrial } from "@/server/scanner/fix/open-trial";
import type { PageFinding } from "@/server/scanner/fix/read-findings";
import type { TrialPage } from "@/server/scanner/fix/trial-page";
import { scanSite } from "@/server/scanner/scan-site";
import { installWorkshop, serveSites } from "./sites";

const PAGE_TIMEOUT_MS = 900_000;

/** Number of findings for one rule, by result. Each occurrence of a finding is counted. */
interface Count {
  found: number;
  fixed: number;
  /** Fixed except for text that a person has to write. */
  needText: number;
}

type Counts = Map<string, Count>;

const scan = async (urls: readonly string[], engine: ScanEngine): Promise<PageResult[]> => {
  const pages: PageResult[] = [];
  const include = urls.map((url) => `${new URL(url).pathname}$`);
  const options = { max_pages: urls.length, include, known_urls: [...urls] };
  await scanSite({ website_url: urls[0] ?? "", options }, { page: (page) => void pages.push(page) }, engine);
  return pages;
};

const keyOf = ({ rule_id, selector }: { rule_id: string; selector: string }): string => `${rule_id} ${selector}`;

const describeChange = ({ change }: FixOfFinding): string => {
  if (change?.kind === "markup") return `${change.before.slice(0, 150)} -> ${change.after.slice(0, 200)}`;
  const { selector, declarations } = change?.style ?? { selector: null, declarations: [] };
  return `${selector ?? "style="} { ${declarations.map((each) => `${each.property}: ${each.before} -> ${each.after}`).join("; ")} }`;
};

type Report = (text: string) => void;

const describeOutcome = (fix: FixOfFinding): string =>
  fix.change
    ? `clears ${fix.cleared.length}, moves ${fix.moved}: ${describeChange(fix)}`
    : `no: ${fix.rejection} ${fix.detail ?? ""}`;

/** Tries the fixes for one finding. Returns the findings that are cleared, and whether text is still missing. */
const tryFinding = async (page: TrialPage, finding: PageFinding, report: Report) => {
  const drafts = draftFixes(finding.rule_id, finding.html);
  const codes = drafts.map(({ correct_code }) => correct_code);
  const fix = await fixFinding(page, finding, finding.html, codes);
  report(`${keyOf(finding).slice(0, 120)} ${describeOutcome(fix).replace(/\s+/g, " ")}`);
  const texts = fix.change === null || fix.draft === null ? [] : (drafts[fix.draft]?.placeholders ?? []);
  return { cleared: fix.change ? fix.cleared : [], needsText: texts.length > 0 };
};

/**
 * Tries a fix for each finding on a page, unless another fix has already cleared it. Each fix is applied alone, to the
 * original page. Returns the keys of the findings that are cleared, and of those that are cleared except for missing
 * text.
 */
const tryFindings = async (tab: Tab, url: string, keys: readonly string[], report: Report) => {
  const done = { fixed: new Set<string>(), needText: new Set<string>() };
  let page = await openTrial(tab, url);
  for (const key of keys) {
    if (page.isSpent) page = await openTrial(tab, url);
    if (done.fixed.has(key)) continue;
    const findings = await findingsFor(page, key.split(" ", 1)[0] ?? "");
    const finding = [...findings.values()].find((each) => keyOf(each) === key);
    if (!finding) continue;
    const { cleared, needsText } = await tryFinding(page, finding, report);
    for (const each of cleared) done[needsText ? "needText" : "fixed"].add(keyOf(each));
  }
  return done;
};

interface Options {
  /** Whether to list every change. */
  verbose: boolean;
  /** The rules to try fixes for; null for all. */
  rules: readonly string[] | null;
  /** Fixes are tried only on pages whose URL contains this text. */
  pages: string;
}

const fixPage = async (
  engine: ScanEngine,
  { url, axe }: PageResult,
  counts: Counts,
  options: Options,
): Promise<void> => {
  const { verbose, rules } = options;
  const report: Report = (text) => (verbose ? console.log(`  ${new URL(url).pathname} ${text}`) : undefined);
  const keys = axe?.violations
    .filter(({ rule_id }) => rules?.includes(rule_id) ?? true)
    .flatMap(({ rule_id, nodes }) => nodes.map(({ selector }) => keyOf({ rule_id, selector })));
  const session = engine.browsers.openSession("desktop");
  const limits = { timeoutMs: PAGE_TIMEOUT_MS, signal: new AbortController().signal };
  const { fixed, needText } = await session
    .withTab((tab) => tryFindings(tab, url, keys ?? [], report), limits)
    .finally(() => session.close());
  for (const key of keys ?? []) {
    const rule_id = key.split(" ", 1)[0] ?? "";
    const count = counts.get(rule_id) ?? { found: 0, fixed: 0, needText: 0 };
    counts.set(rule_id, count);
    count.found += 1;
    if (fixed.has(key)) count.fixed += 1;
    else if (needText.has(key)) count.needText += 1;
  }
};

const print = (name: string, { found, fixed, needText }: Count): void =>
  console.log(
    `  ${name.padEnd(24)} ${String(fixed).padStart(4)} of ${String(found).padStart(4)} (${Math.round((100 * fixed) / found)}%), and ${needText} more need only text from a person`,
  );

/** Prints, for each rule, how many of its findings on third-party websites have a fix that was verified on the page. */
export const measurePageFixes = async (engine: ScanEngine, options: Options): Promise<void> => {
  await installWorkshop();
  const sites = await serveSites();
  const counts: Counts = new Map();
  const urls = sites.urls.filter((url) => url.includes(options.pages));
  for (const page of await scan(urls, engine)) await fixPage(engine, page, counts, options);
  sites.close();
  console.log("\nVerified on the page, without a model: findings on third-party websites, counting every occurrence");
  const all = { found: 0, fixed: 0, needText: 0 };
  for (const [rule_id, count] of [...counts].sort((one, other) => other[1].found - one[1].found)) {
    print(rule_id, count);
    for (const key of ["found", "fixed", "needText"] as const) all[key] += count[key];
  }
  print("all", all);
};
