import type { PictureSource } from "@/server/domains/reports/data/add-pictures";
import { examplesPerRule } from "@/server/domains/reports/data/report-parts";
import type { ReportExample } from "@/server/domains/reports/report-data";
import type { AccessibilityInfo, AxeResult, Box, PageResult, Screenshot } from "@/server/scanner/contract";

const sourceOf = (
  { data, width, height }: Screenshot,
  box: Box,
  { accessibility = null }: { accessibility?: AccessibilityInfo | null | undefined },
): PictureSource => ({ box, width, height, accessibility, read: async () => Buffer.from(data, "base64") });

type ExamplePage = Pick<PageResult, "final_url" | "screenshot"> & { axe: Pick<AxeResult, "violations"> | null };

/** Keeps the first failing element of each rule on the earliest pages, so that the pages themselves needn't be kept. */
export class RuleExamples {
  /** Screenshots of the kept examples, where available. */
  readonly sources = new Map<ReportExample, PictureSource>();
  private readonly byRule = new Map<string, ReportExample[]>();

  add({ axe, final_url: page_url, screenshot }: ExamplePage): void {
    for (const { rule_id, nodes } of axe?.violations ?? []) {
      const kept = this.byRule.get(rule_id) ?? [];
      const first = nodes.find(({ box }) => box) ?? nodes[0];
      if (!first || kept.length >= examplesPerRule) continue;
      const example = { page_url, selector: first.selector, html: first.html };
      this.byRule.set(rule_id, [...kept, example]);
      const isFirst = !kept.some((each) => this.sources.has(each));
      if (screenshot && first.box && isFirst) this.sources.set(example, sourceOf(screenshot, first.box, first));
    }
  }

  of(ruleId: string): ReportExample[] {
    return this.byRule.get(ruleId) ?? [];
  }
}
