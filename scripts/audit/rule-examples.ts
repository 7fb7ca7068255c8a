import { examplesPerRule } from "@/server/domains/reports/data/report-parts";
import type { ReportExample } from "@/server/domains/reports/report-data";
import type { PageResult } from "@/server/scanner/contract";

/**
 * Keeps the first failing element of each rule on the earliest pages, so that the pages themselves need not be kept.
 */
export class RuleExamples {
  private readonly byRule = new Map<string, ReportExample[]>();

  add({ axe, final_url: page_url }: PageResult): void {
    for (const { rule_id, nodes } of axe?.violations ?? []) {
      const kept = this.byRule.get(rule_id) ?? [];
      const [first] = nodes;
      if (!first || kept.length >= examplesPerRule) continue;
      this.byRule.set(rule_id, [...kept, { page_url, selector: first.selector, html: first.html }]);
    }
  }

  of(ruleId: string): ReportExample[] {
    return this.byRule.get(ruleId) ?? [];
  }
}
