import type { BrowserContext } from "playwright-core";
import type { PageResult, RuleResult, ScanOptionsInput } from "@/server/scanner/contract";
import { comparePages } from "@/server/scanner/cross-page/compare-pages";
import { createScanEngine, type ScanEngine } from "@/server/scanner/engine";
import { isSeenOnlyBySecond } from "@/server/scanner/engines";
import { experimentalRules } from "@/server/scanner/page/rule-catalogue";
import { scanSite } from "@/server/scanner/scan-site";
import { type View, viewsOf } from "@/server/scanner/views";
import { type Barrier, type CorpusCase, pathOfPage, requirementsOf, serveCase, standardOf } from "./corpus-cases";

const AT_ONCE = 4;

/** An element that failed a rule about labelled requirements, or that needs review. */
export interface CorpusFinding {
  ruleId: string;
  path: string;
  selector: string;
  /** Whether a barrier for one of the rule's requirements is labelled at, around or inside the element. */
  isTrue: boolean;
  /** Whether only the second engine reported the element. */
  isSecond: boolean;
  /** The views in which the element failed or needs review. */
  views: View[];
}

export interface CorpusOutcome {
  test: CorpusCase;
  findings: CorpusFinding[];
  /** Elements that need review. */
  reviews: CorpusFinding[];
  /**
   * One row for each of the case's barriers, with the ids of the rules that failed an element there, of those that
   * marked one for review, and of those that did so only because of the second engine.
   */
  barriers: { barrier: Barrier; failed: string[]; needsReview: string[]; second: string[] }[];
  errors: string[];
}

/**
 * Reports whether a finding is at, around or inside an element that the barrier's selector matches. If the finding's
 * selector matches nothing, the element exists only after interaction. In this case, only the requirement is compared.
 */
const meets = ({ found, labelled }: { found: string; labelled: string }): boolean => {
  const elements = [...document.querySelectorAll(found)];
  return (
    elements.length === 0 ||
    [...document.querySelectorAll(labelled)].some((one) =>
      elements.some((other) => one.contains(other) || other.contains(one)),
    )
  );
};

interface Located extends Omit<CorpusFinding, "isTrue"> {
  barriers: Barrier[];
}

/** Returns the failed elements, each with the barriers labelled there. */
const locate = async (
  test: CorpusCase,
  { url, rules }: { url: string; rules: readonly RuleResult[] },
  context: BrowserContext,
): Promise<Located[]> => {
  const path = new URL(url).pathname;
  const own = test.barriers.filter(({ page }) => pathOfPage(test, page) === path);
  const located = rules
    .map((rule) => ({ ...rule, requirements: requirementsOf(test, rule) }))
    .filter(({ requirements }) => requirements.length > 0)
    .flatMap(({ rule_id, requirements, nodes }) =>
      nodes.map(({ selector, engines, views }) => ({
        ...{ ruleId: rule_id, path, selector, isSecond: isSeenOnlyBySecond(engines), views: viewsOf(views ?? []) },
        barriers: own.filter((barrier) => barrier.requirements.some((each) => requirements.includes(each))),
      })),
    );
  if (!located.some(({ barriers }) => barriers.length > 0)) return located;
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: "load" });
    for (const each of located) {
      const found = each.selector.split(" >>> ")[0] ?? "";
      const met = await Promise.all(
        each.barriers.map(({ selector }) => page.evaluate(meets, { found, labelled: selector })),
      );
      each.barriers = each.barriers.filter((_, at) => met[at]);
    }
    return located;
  } finally {
    await page.close();
  }
};

const toOutcome = async (
  test: CorpusCase,
  pages: readonly PageResult[],
  context: BrowserContext,
): Promise<CorpusOutcome> => {
  const failed: Located[] = [];
  const reviewed: Located[] = [];
  for (const { final_url, url, axe } of pages) {
    const at = final_url ?? url;
    failed.push(...(await locate(test, { url: at, rules: axe?.violations ?? [] }, context)));
    reviewed.push(...(await locate(test, { url: at, rules: axe?.incomplete ?? [] }, context)));
  }
  const first = reviewed.filter(({ isSecond }) => !isSecond);
  const second = reviewed.filter(({ isSecond }) => isSecond);
  const toFinding = ({ barriers, ...finding }: Located): CorpusFinding => ({ ...finding, isTrue: barriers.length > 0 });
  const rulesThatHit = (located: readonly Located[], barrier: Barrier) =>
    located.filter(({ barriers }) => barriers.includes(barrier)).map(({ ruleId }) => ruleId);
  return {
    test,
    findings: failed.map(toFinding),
    reviews: reviewed.map(toFinding),
    barriers: test.barriers.map((barrier) => ({
      ...{ barrier, failed: rulesThatHit(failed, barrier) },
      needsReview: rulesThatHit(first, barrier),
      second: rulesThatHit(second, barrier),
    })),
    errors: pages.flatMap(({ url, error, phone }) => {
      const problem = error ?? phone?.error;
      return problem ? [`${url}: ${problem.message}`] : [];
    }),
  };
};

const scanCase = async (
  test: CorpusCase,
  engine: ScanEngine,
  context: BrowserContext,
  options: ScanOptionsInput,
  change: (html: string) => string,
): Promise<CorpusOutcome> => {
  const site = await serveCase(test, change);
  try {
    const pages: PageResult[] = [];
    const job = {
      website_url: site.origin + pathOfPage(test),
      options: {
        ...{ ...options, standard: standardOf(test) },
        ...{ max_pages: test.isSite ? 10 : 1, respect_robots: false },
      },
    };
    const problem = await scanSite(job, { page: (page) => void pages.push(page) }, engine).then(
      () => null,
      (error: unknown) => String(error),
    );
    const outcome = await toOutcome(test, comparePages(pages, experimentalRules), context);
    return problem ? { ...outcome, errors: [...outcome.errors, problem] } : outcome;
  } finally {
    site.close();
  }
};

/**
 * Scans each case as a separate website and compares the findings with the labels. By default, also explores the states
 * of the pages. `change` is applied to the HTML of each page.
 */
export const scanCorpus = async (
  cases: readonly CorpusCase[],
  options: ScanOptionsInput = { states: true },
  change: (html: string) => string = (html) => html,
): Promise<CorpusOutcome[]> => {
  const outcomes: CorpusOutcome[] = [];
  const waiting = [...cases];
  const engine = await createScanEngine({ privateHosts: ["*"], demotedRules: experimentalRules });
  const context = await engine.browsers.openContext({});
  const scanNext = async (): Promise<void> => {
    for (let test = waiting.shift(); test; test = waiting.shift())
      outcomes.push(await scanCase(test, engine, context, options, change));
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, scanNext));
  } finally {
    await context.close();
    await engine.close();
  }
  return outcomes;
};
