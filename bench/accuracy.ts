/** Outcomes on W3C's ACT test cases: failures found and wrong outcomes, by ACT rule */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "@/scripts/support/root";
import type { PageResult } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { actRules } from "@/server/scanner/rule-facts";
import { scanSite } from "@/server/scanner/scan-site";
import { type ActCase, actFolder, readActCases, serveActCases } from "./support/act-cases";
import { writeActReport } from "./support/act-report";

/** With a file name as the argument, all outcomes are written to that file as JSON. */
const [, , file] = process.argv;

const AT_ONCE = 4;

interface Verdict {
  test: ActCase;
  /** Our rules that implement the test case's ACT rule and failed an element. */
  failed: string[];
  needsReview: string[];
  error: string | null;
}

/** Scans each page as a website of its own, because the test cases have nothing in common. */
const scan = async (urls: readonly string[]): Promise<Map<string, PageResult>> => {
  const pages = new Map<string, PageResult>();
  const waiting = [...urls];
  const engine = await createScanEngine({ privateHosts: ["*"] });
  const scanNext = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const job = { website_url: url, options: { max_pages: 1, respect_robots: false } };
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

const judge = (test: ActCase, page: PageResult | undefined): Verdict => {
  const implementing = (rules: readonly { rule_id: string }[] = []) =>
    rules.map(({ rule_id }) => rule_id).filter((id) => actRules(id).includes(test.ruleId));
  return {
    test,
    failed: implementing(page?.axe?.violations),
    needsReview: implementing(page?.axe?.incomplete),
    error: page ? (page.error?.message ?? null) : "not scanned",
  };
};

const countOf = (verdicts: readonly Verdict[]) => {
  const failing = verdicts.filter(({ test }) => test.expected === "failed");
  const others = verdicts.filter(({ test }) => test.expected !== "failed");
  return {
    failing: failing.length,
    found: failing.filter(({ failed }) => failed.length > 0).length,
    reviewed: failing.filter(({ failed, needsReview }) => failed.length === 0 && needsReview.length > 0).length,
    others: others.length,
    wrong: others.filter(({ failed }) => failed.length > 0).length,
    doubted: others.filter(({ failed, needsReview }) => failed.length === 0 && needsReview.length > 0).length,
  };
};

const print = (name: string, verdicts: readonly Verdict[]): void => {
  const { failing, found, reviewed, others, wrong, doubted } = countOf(verdicts);
  const found_ = `${found} of ${failing} found`.padStart(16);
  const review = `${reviewed} for review`.padStart(14);
  console.log(
    `${found_}${review}  ${`${wrong} of ${others} false`.padStart(14)}${`${doubted} for review`.padStart(14)}  ${name}`,
  );
};

const measure = async (cases: readonly ActCase[]): Promise<void> => {
  const server = await serveActCases();
  const urls = cases.map((test) => server.urlOf(test));
  const pages = await scan([...new Set(urls)]);
  server.close();
  const verdicts = cases.map((test, at) => judge(test, pages.get(urls[at] ?? "")));
  const ruleIds = [...new Set(cases.map(({ ruleId }) => ruleId))].sort();
  for (const ruleId of ruleIds) {
    const own = verdicts.filter(({ test }) => test.ruleId === ruleId);
    print(`${ruleId} ${own[0]?.test.ruleName}`, own);
  }
  print("all", verdicts);
  for (const { test, error } of verdicts.filter(({ error }) => error !== null)) {
    console.log(`not scanned: ${test.relativePath}: ${error}`);
  }
  const report = writeActReport(cases, (test) => pages.get(server.urlOf(test)));
  console.log(`Implementation report for the W3C: ${relative(root, report)}`);
  if (file) writeFileSync(file, JSON.stringify(verdicts, null, 2));
};

const cases = readActCases();
if (cases) await measure(cases);
else console.log(`Not measured: there are no test cases in ${actFolder}.`);
