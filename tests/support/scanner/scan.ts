import { test as base } from "@playwright/test";
import { Journey, type PageResult, type ScanOptionsInput, SignIn, type SignInInput } from "@/server/scanner/contract";
import { createScanEngine, type ScanEngine } from "@/server/scanner/engine";
import { experimentalRules } from "@/server/scanner/page/rule-catalogue";
import { type ScanProgress, type ScanSummary, scanSite } from "@/server/scanner/scan-site";
import { type Answer, serveSite, type TestSite } from "./serve-site";

export interface Scanned {
  pages: PageResult[];
  /** Results, keyed by the path and query of the page's URL. */
  byPath: Record<string, PageResult>;
  progress: ScanProgress[];
  summary: ScanSummary;
}

export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

export const scan = async (
  engine: ScanEngine,
  website_url: string,
  options: ScanOptionsInput = {},
  signal?: AbortSignal,
  signIn?: SignInInput,
  journeys: readonly object[] = [],
): Promise<Scanned> => {
  const pages: PageResult[] = [];
  const progress: ScanProgress[] = [];
  const sink = {
    page: (result: PageResult, at: ScanProgress) => {
      pages.push(result);
      progress.push(at);
    },
    progress: (at: ScanProgress) => {
      progress.push(at);
    },
  };
  const sign_in = signIn && SignIn.parse(signIn);
  const job = { website_url, options, sign_in, journeys: journeys.map((journey) => Journey.parse(journey)) };
  const summary = await scanSite({ ...job, ...(signal ? { signal } : {}) }, sink, engine);
  return { pages, byPath: Object.fromEntries(pages.map((page) => [pathOf(page.url), page])), progress, summary };
};

/** Signs in to a website and scans it. */
export const scanSignedIn = (
  engine: ScanEngine,
  website_url: string,
  signIn: SignInInput,
  options: ScanOptionsInput = {},
): Promise<Scanned> => scan(engine, website_url, options, undefined, signIn);

/** Scans a website with journeys. The pages to which the journeys led are in `reached`, keyed by name. */
export const scanJourneys = async (
  engine: ScanEngine,
  website_url: string,
  journeys: readonly object[],
  { signIn, ...options }: ScanOptionsInput & { signIn?: SignInInput } = {},
): Promise<Scanned & { reached: Record<string, PageResult> }> => {
  const usual = { depth: "quick" as const, max_pages: 10 };
  const scanned = await scan(engine, website_url, { ...usual, ...options }, undefined, signIn, journeys);
  const led = scanned.pages.flatMap((page) => (page.journey ? [[page.journey.page, page] as const] : []));
  return { ...scanned, reached: Object.fromEntries(led) };
};

interface Fixtures {
  serve: (pages: (origin: string) => Record<string, Answer>) => Promise<TestSite>;
}
interface WorkerFixtures {
  engine: ScanEngine;
}

/** All tests in a file share one engine, and therefore one browser. Websites are closed after each test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
    async ({}, use) => {
      // Rules can fail pages here even if their precision isn't known, so that tests don't depend on measured figures.
      const demotedRules = experimentalRules;
      const engine = await createScanEngine({ privateHosts: ["127.0.0.1"], pageTimeoutMs: 60_000, demotedRules });
      await use(engine);
      await engine.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  serve: async ({}, use) => {
    const sites: TestSite[] = [];
    await use(async (pages) => {
      const site = await serveSite(pages);
      sites.push(site);
      return site;
    });
    for (const site of sites) await site.close();
  },
});

export { expect } from "@playwright/test";
