import type { ReportCounts, ReportData, ReportPage } from "@/server/features/reports/report-data";
import { countsOf, criteriaOf } from "@/server/features/results/read-rollup";
import type { Impact, PageResult } from "@/server/scanner/contract";
import { siteScore } from "@/server/scanner/scores";
import { failingRules, type RolledUpRule, RuleRollup } from "./roll-up-rules";
import { PageSummary } from "./summarise-pages";

export interface AuditFacts {
  id: string;
  url: string;
  name: string;
  standard: string;
  started_at: Date;
  completed_at: Date;
}

const failedNodes = ({ axe }: PageResult, impact: Impact): number =>
  (axe?.violations ?? [])
    .filter((rule) => (rule.impact ?? "minor") === impact)
    .reduce((sum, rule) => sum + rule.node_count, 0);

const countPage = (page: PageResult): ReportCounts => ({
  critical: failedNodes(page, "critical"),
  serious: failedNodes(page, "serious"),
  moderate: failedNodes(page, "moderate"),
  minor: failedNodes(page, "minor"),
  needs_review: (page.axe?.incomplete ?? []).reduce((sum, rule) => sum + rule.node_count, 0),
  passed: (page.axe?.checks ?? []).reduce((sum, check) => sum + check.passed, 0),
});

const readPage = (page: PageResult) => ({
  url: page.final_url,
  title: page.title,
  http_status: page.http_status,
  error: page.error?.message ?? null,
  scores: {
    accessibility: page.axe?.score ?? null,
    performance: page.performance?.score ?? null,
    seo: page.seo?.score ?? null,
    quality: page.quality?.score ?? null,
  },
  counts: page.error ? null : countPage(page),
});

const worstFirst = (a: ReportPage, b: ReportPage): number =>
  (a.scores?.accessibility ?? Number.POSITIVE_INFINITY) - (b.scores?.accessibility ?? Number.POSITIVE_INFINITY) ||
  a.url.localeCompare(b.url);

const readIssue = ({ rule_id, impact, wcag, help, description, help_url, nodes, pages, examples }: RolledUpRule) => ({
  rule_id,
  impact,
  wcag,
  help,
  description,
  help_url,
  nodes,
  pages,
  examples,
});

/** Turns pages into the data of a report as they come, keeping of each only what the report says of it. */
export class AuditCollector {
  private readonly rules = new RuleRollup();
  private readonly summary = new PageSummary();
  private readonly pages: ReturnType<typeof readPage>[] = [];
  private engine = "axe-core";

  add(page: PageResult): void {
    this.pages.push(readPage(page));
    this.rules.add(page);
    this.summary.add(page);
    if (page.axe) this.engine = `${page.axe.engine} ${page.axe.engine_version}`;
  }

  /** Pages that could not be scanned, with the reason. */
  get failures(): { url: string; error: string }[] {
    return this.pages.flatMap(({ url, error }) => (error === null ? [] : { url, error }));
  }

  get pagesScanned(): number {
    return this.pages.length - this.failures.length;
  }

  finish({ id, url, name, standard, started_at, completed_at }: AuditFacts): ReportData {
    const { rules } = this.rules;
    const scoreOf = (area: "accessibility" | "performance" | "seo" | "quality") =>
      siteScore(this.pages.map(({ scores }) => scores[area]));
    return {
      website: { url, name },
      audit: {
        id,
        started_at: started_at.toISOString(),
        completed_at: completed_at.toISOString(),
        standard,
        engine: this.engine,
        pages_scanned: this.pages.length - this.failures.length,
        pages_failed: this.failures.length,
      },
      scores: {
        accessibility: scoreOf("accessibility"),
        performance: scoreOf("performance"),
        seo: scoreOf("seo"),
        quality: scoreOf("quality"),
      },
      summary: countsOf(rules),
      pages: [...this.pages].sort(worstFirst),
      issues: failingRules(rules).map(readIssue),
      criteria: criteriaOf(rules).map(({ criterion, name: title, level, outcome }) => ({
        criterion,
        name: title,
        level,
        outcome,
      })),
      performance: this.summary.performance,
      seo: this.summary.checksOf("seo"),
      quality: this.summary.checksOf("quality"),
    };
  }
}
