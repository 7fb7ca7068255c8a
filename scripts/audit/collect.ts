import { keysOf } from "@/server/core/tables";
import type { AuditScope, PartialAudit } from "@/server/domains/audits/contract";
import { countsOf } from "@/server/domains/audits/results/summarise-rules";
import { countFindings, RuleRollup, worstRuleFirst } from "@/server/domains/audits/totals/roll-up-rules";
import { addPictures } from "@/server/domains/reports/data/add-pictures";
import { issueOf, reportCriteria } from "@/server/domains/reports/data/report-parts";
import type { ReportData, ReportPage } from "@/server/domains/reports/report-data";
import {
  accessibilityScore,
  addToScored,
  condenseScored,
  type ScoredPage,
  scoreVersion,
  websiteScore,
} from "@/server/scanner/accessibility-score";
import type { Lighthouse, PageResult, ScanDepth, UrlGroup } from "@/server/scanner/contract";
import {
  byUrl,
  type ComparablePage,
  type CrossPageResult,
  MAX_COMPARED_PAGES,
  PageComparison,
} from "@/server/scanner/cross-page/compare-pages";
import { isSeenOnlyBySecond, nameEngine, secondEngine } from "@/server/scanner/engines";
import { accessLintVersion } from "@/server/scanner/rule-facts";
import { describeSample, type SampledPage } from "@/server/scanner/sample/describe-sample";
import { siteScore } from "@/server/scanner/scores";
import { RuleExamples } from "./rule-examples";
import { PageSummary } from "./summarise-pages";

export interface AuditFacts {
  id: string;
  url: string;
  name: string;
  standard: string;
  depth: ScanDepth;
  second_engine: boolean;
  started_at: Date;
  completed_at: Date;
  partial: PartialAudit | null;
  groups: readonly UrlGroup[];
  /** Whether only the URLs in `groups` were to be scanned. */
  list_only: boolean;
  /** Seed of the sample, if there is one. */
  seed: number;
  exclude_elements: readonly string[];
  rules: { include: string[]; exclude: string[] };
}

const SECOND_ENGINE = `${nameEngine(secondEngine)} ${accessLintVersion}`;

const versionOf = (score: number | null | undefined) => ((score ?? null) === null ? null : scoreVersion);

const readPage = (page: PageResult) => ({
  url: page.final_url,
  title: page.title,
  template: page.template,
  http_status: page.http_status,
  error: page.error?.message ?? null,
  scores: {
    accessibility: page.axe?.score ?? null,
    accessibility_low: page.axe?.score_low ?? null,
    accessibility_version: versionOf(page.axe?.score),
    performance: page.performance?.score ?? null,
    seo: page.seo?.score ?? null,
    quality: page.quality?.score ?? null,
  },
  counts: page.error ? null : countFindings(page.axe),
});

const worstFirst = (a: ReportPage, b: ReportPage): number =>
  (a.scores?.accessibility ?? Number.POSITIVE_INFINITY) - (b.scores?.accessibility ?? Number.POSITIVE_INFINITY) ||
  a.url.localeCompare(b.url);

type CollectedPage = ReturnType<typeof readPage>;

/** A page that the cross-page rules compare with others when the scan is complete. */
interface CollectedOutline extends ComparablePage {
  page: CollectedPage;
  scored: ScoredPage;
}

const addResult = ({ page, scored }: CollectedOutline, result: CrossPageResult): void => {
  const { score, score_low } = accessibilityScore(addToScored(scored, result));
  page.scores.accessibility = score;
  page.scores.accessibility_low = score_low;
  const { counts } = page;
  const added = countFindings(result);
  if (counts) for (const key of keysOf(added)) counts[key] += added[key];
};

/** Converts scanned pages to report data as they arrive, and keeps only what the report needs. */
export class AuditCollector {
  private readonly rules = new RuleRollup();
  private readonly examples = new RuleExamples();
  private readonly summary = new PageSummary();
  private readonly pages: CollectedPage[] = [];
  private readonly comparable: CollectedOutline[] = [];
  private readonly unscanned = new Map<string, number>();
  /** Number of pages in each page group. */
  private readonly groups = new Map<string, number>();
  /** Number of pages that each journey leads to. */
  private readonly journeys = new Map<string, number>();
  /** The pages of the sample, if there is one. */
  private readonly sampled: SampledPage[] = [];
  /** What was left out of the findings, and the number of pages affected. */
  private readonly excluded = { pages: 0, elements: 0, findings: 0 };
  private engine = "axe-core";
  /** Number of elements that only the second engine reported. */
  private seenBySecond = 0;
  private lighthouse: Lighthouse | null = null;
  /** Unset if no page was loaded on an emulated phone. */
  private phone?: { tested: number; left_out: number };
  /** Unset if no states were explored. */
  private states?: { scanned: number; elements: number; blocked: number };

  add(page: PageResult): void {
    const collected = readPage(page);
    this.pages.push(collected);
    if (page.axe && page.outline && this.comparable.length < MAX_COMPARED_PAGES)
      this.comparable.push({
        ...{ page: collected, url: page.final_url, outline: page.outline, scored: condenseScored(page.axe) },
      });
    if (page.error) this.unscanned.set(page.error.code, (this.unscanned.get(page.error.code) ?? 0) + 1);
    if (page.journey) this.journeys.set(page.journey.journey, (this.journeys.get(page.journey.journey) ?? 0) + 1);
    if (page.group) this.groups.set(page.group, (this.groups.get(page.group) ?? 0) + 1);
    this.addExcluded(page);
    const score = page.axe?.score ?? null;
    const fails = page.axe ? page.axe.violations.length > 0 : null;
    if (page.sample) this.sampled.push({ ...page.sample, score, fails });
    this.rules.add(page.axe);
    this.examples.add(page);
    this.summary.add(page);
    for (const { nodes } of page.axe?.incomplete ?? [])
      this.seenBySecond += nodes.filter(({ engines }) => isSeenOnlyBySecond(engines)).length;
    this.addStates(page);
    this.addPhone(page);
    if (page.axe) this.engine = `${page.axe.engine} ${page.axe.engine_version}`;
  }

  private addPhone({ phone }: PageResult): void {
    if (!phone) return;
    const { tested, left_out } = this.phone ?? { tested: 0, left_out: 0 };
    this.phone = phone.error ? { tested, left_out: left_out + 1 } : { tested: tested + 1, left_out };
  }

  private addStates({ states, axe }: PageResult): void {
    if (!states) return;
    const { scanned, elements, blocked } = this.states ?? { scanned: 0, elements: 0, blocked: 0 };
    const nodes = (axe?.violations ?? []).flatMap((rule) => rule.nodes);
    this.states = {
      scanned: scanned + states.found.length,
      elements: elements + nodes.filter(({ reach }) => reach !== undefined).length,
      blocked: blocked + states.blocked.length,
    };
  }

  addLighthouse(lighthouse: Lighthouse): void {
    this.lighthouse = lighthouse;
  }

  /** Pages that couldn't be scanned, with the reason. */
  get failures(): { url: string; error: string }[] {
    return this.pages.flatMap(({ url, error }) => (error === null ? [] : { url, error }));
  }

  get pagesScanned(): number {
    return this.pages.length - this.failures.length;
  }

  async finish(facts: AuditFacts): Promise<ReportData> {
    const { id, url, name, standard, depth, second_engine, started_at, completed_at, partial } = facts;
    const scope = this.readScope(facts);
    this.applyCrossPageRules();
    const rules = this.rules.rules.sort(worstRuleFirst);
    const scoreOf = (area: "performance" | "seo" | "quality") =>
      siteScore(this.pages.map(({ scores }) => scores[area]));
    const issues = rules.filter(({ nodes }) => nodes > 0).map((rule) => issueOf(rule, this.examples.of(rule.rule_id)));
    await addPictures(issues, this.examples.sources);
    return {
      website: { url, name },
      audit: {
        id,
        started_at: started_at.toISOString(),
        completed_at: completed_at.toISOString(),
        standard,
        engine: this.engine,
        ...(second_engine ? { second_engine: { name: SECOND_ENGINE, elements: this.seenBySecond } } : {}),
        depth,
        ...(this.states ? { states: this.states } : {}),
        ...(this.phone ? { phone: this.phone } : {}),
        pages_scanned: this.pages.length - this.failures.length,
        pages_failed: this.failures.length,
        not_scanned: [...this.unscanned].map(([code, pages]) => ({ code, pages })),
        scope,
        ...(partial ? { partial } : {}),
      },
      scores: {
        ...this.scoreAccessibility(),
        performance: scoreOf("performance"),
        seo: scoreOf("seo"),
        quality: scoreOf("quality"),
      },
      summary: countsOf(rules),
      pages: [...this.pages].sort(worstFirst),
      issues,
      criteria: reportCriteria(rules, standard, this.pagesScanned),
      performance: this.summary.performance,
      seo: this.summary.checksOf("seo"),
      quality: this.summary.checksOf("quality"),
      lighthouse: this.lighthouse,
    };
  }

  private addExcluded({ excluded }: PageResult): void {
    if (!excluded || excluded.elements === 0) return;
    this.excluded.pages += 1;
    this.excluded.elements += excluded.elements;
    this.excluded.findings += excluded.findings;
  }

  private readScope(facts: AuditFacts): AuditScope {
    const { seed, exclude_elements: selectors, rules } = facts;
    return {
      url_list: this.readListScope(facts),
      excluded: selectors.length === 0 ? null : { selectors: [...selectors], ...this.excluded },
      sample: this.sampled.length > 0 ? { seed, ...describeSample(this.sampled) } : null,
      journeys: [...this.journeys].map(([name, pages]) => ({ name, pages })),
      rules: rules.include.length + rules.exclude.length === 0 ? null : rules,
    };
  }

  private readListScope({ groups, list_only }: AuditFacts): AuditScope["url_list"] {
    if (groups.length === 0) return null;
    const pagesOf = (name: string | null) => (name === null ? 0 : (this.groups.get(name) ?? 0));
    const urls = groups.reduce((sum, group) => sum + group.urls.length, 0);
    const listed = groups.map(({ name, urls }) => ({ name, urls: urls.length, pages: pagesOf(name) }));
    return { urls, list_only, groups: listed };
  }

  private applyCrossPageRules(): void {
    const comparison = new PageComparison();
    const pages = this.comparable.sort(byUrl);
    for (const page of pages) comparison.add(page);
    for (const page of pages) {
      const result = comparison.evaluate(page);
      if (!result) continue;
      addResult(page, result);
      this.rules.add(result);
      this.examples.add({ axe: result, final_url: page.url });
    }
  }

  private scoreAccessibility() {
    const { score, score_low } = websiteScore(
      this.pages.map(({ template, scores }) => ({
        template,
        score: scores.accessibility,
        score_low: scores.accessibility_low,
      })),
    );
    return { accessibility: score, accessibility_low: score_low, accessibility_version: versionOf(score) };
  }
}
