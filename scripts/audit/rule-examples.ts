import { describeReach } from "@/server/domains/audits/rules";
import type { EvidenceSource } from "@/server/domains/reports/data/add-pictures";
import { examplesPerRule } from "@/server/domains/reports/data/report-parts";
import type { ReportExample } from "@/server/domains/reports/report-data";
import type { AxeResult, NodeResult, PageResult } from "@/server/scanner/contract";

const readerOf = (data: string) => async () => Buffer.from(data, "base64");

type ExamplePage = Pick<PageResult, "final_url" | "screenshot" | "strips"> & {
  axe: Pick<AxeResult, "violations"> | null;
};

const sourceOf = (
  { screenshot, strips }: ExamplePage,
  { box, strip: number, accessibility }: NodeResult,
): EvidenceSource | null => {
  const picture =
    screenshot && box
      ? { box, width: screenshot.width, height: screenshot.height, read: readerOf(screenshot.data) }
      : null;
  const pictures = number === undefined ? undefined : strips?.[number]?.pictures;
  const strip = pictures?.map(({ data, ...each }) => ({ ...each, read: readerOf(data) })) ?? null;
  return picture || strip ? { accessibility: accessibility ?? null, picture, strip } : null;
};

/**
 * For each rule, keeps one failing element from each of the first few pages where the rule fails, so that the pages
 * themselves needn't be kept.
 */
export class RuleExamples {
  /** The screenshot or strip that shows an example, for at most one example per rule. */
  readonly sources = new Map<ReportExample, EvidenceSource>();
  private readonly byRule = new Map<string, ReportExample[]>();

  add(page: ExamplePage): void {
    for (const { rule_id, nodes } of page.axe?.violations ?? []) {
      const kept = this.byRule.get(rule_id) ?? [];
      const first = nodes.find(({ strip }) => strip !== undefined) ?? nodes.find(({ box }) => box) ?? nodes[0];
      if (!first || kept.length >= examplesPerRule) continue;
      const views = first.views ? { views: first.views } : {};
      const reach = first.reach ? { reach: describeReach(first.reach) } : {};
      const example = { page_url: page.final_url, selector: first.selector, html: first.html, ...views, ...reach };
      this.byRule.set(rule_id, [...kept, example]);
      const isFirst = !kept.some((each) => this.sources.has(each));
      const source = isFirst ? sourceOf(page, first) : null;
      if (source) this.sources.set(example, source);
    }
  }

  of(ruleId: string): ReportExample[] {
    return this.byRule.get(ruleId) ?? [];
  }
}
