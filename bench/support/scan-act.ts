import type { PageResult, RuleResult, ScanOptionsInput } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { isSeenOnlyBySecond } from "@/server/scanner/engines";
import { experimentalRules } from "@/server/scanner/page/rule-catalogue";
import { actRules } from "@/server/scanner/rule-facts";
import { scanSite } from "@/server/scanner/scan-site";
import { type ActCase, serveActCases } from "./act-cases";

const AT_ONCE = 4;

export interface ActOutcome {
  test: ActCase;
  /** Our rules that implement the test case's ACT rule and failed an element. */
  failed: string[];
  /**
   * Our rules that mark elements for review, and the rules that do so only because of the second engine.
   */
  needsReview: string[];
  second: string[];
  error: string | null;
}

/** Scans each page as a separate website, because the test cases have nothing in common. */
const scan = async (urls: readonly string[], further: ScanOptionsInput): Promise<Map<string, PageResult>> => {
  const pages = new Map<string, PageResult>();
  const waiting = [...urls];
  const engine = await createScanEngine({ privateHosts: ["*"], demotedRules: experimentalRules });
  const scanNext = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const job = { website_url: url, options: { ...further, max_pages: 1, respect_robots: false } };
      await scanSite(job, { page: (page) => void pages.set(job.website_url, page) }, engine).catch(() => undefined);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, scanNext));
  } finally {
    await engine.close();
  }
  return pages;
};

const toOutcome = (test: ActCase, page: PageResult | undefined): ActOutcome => {
  const implementing = (rules: readonly RuleResult[]) =>
    rules.map(({ rule_id }) => rule_id).filter((id) => actRules(id).includes(test.ruleId));
  const isSecond = ({ nodes }: RuleResult) => nodes.every(({ engines }) => isSeenOnlyBySecond(engines));
  const { violations = [], incomplete = [] } = page?.axe ?? {};
  return {
    test,
    failed: implementing(violations),
    needsReview: implementing(incomplete.filter((rule) => !isSecond(rule))),
    second: implementing(incomplete.filter(isSecond)),
    error: page ? (page.error?.message ?? null) : "not scanned",
  };
};

/** Scans the page of each test case. */
export const scanAct = async (
  cases: readonly ActCase[],
  options: ScanOptionsInput = {},
): Promise<{ outcomes: ActOutcome[]; pageOf: (test: ActCase) => PageResult | undefined }> => {
  const server = await serveActCases();
  const pages = await scan([...new Set(cases.map((test) => server.urlOf(test)))], options);
  server.close();
  const pageOf = (test: ActCase) => pages.get(server.urlOf(test));
  return { outcomes: cases.map((test) => toOutcome(test, pageOf(test))), pageOf };
};
