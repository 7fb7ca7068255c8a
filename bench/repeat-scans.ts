/**
 * Whether repeated scans of third-party pages report the same findings with all checks, views and states, even on a
 * busy machine
 */
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import type { PageResult, RuleResult } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";
import { furtherViews } from "@/server/scanner/views";
import { installWorkshop, serveSites } from "./support/sites";

const rounds = Number(process.argv[2] ?? 20);
/**
 * If given, only groups of pages whose first URL contains this text are scanned, because scanning all groups takes
 * hours.
 */
const chosen = process.argv[3] ?? "";
/** One page of each website, with the most common kinds of content. */
const names = ["buttons", "register", "contact", "agency/dist/index", "faq", "general_elements"];
/** A website whose pages are scanned together, because a measurement on one page also applies to similar pages. */
const site = "startbootstrap-sb-admin-2/";

/** Keeps all cores busy until the returned function is called. */
const occupyCores = (): (() => void) => {
  const busy: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;) {}"], { stdio: "ignore" }),
  );
  const release = () => {
    for (const child of busy) child.kill("SIGKILL");
  };
  process.once("exit", release);
  return () => {
    process.off("exit", release);
    release();
  };
};

/** One line for each finding: the page, the rule, its outcome, the element, and where the finding applies. */
const listFindings = ({ url, axe, error, depth }: PageResult): string[] => {
  const lines = (outcome: string, rules: readonly RuleResult[] = []): string[] =>
    rules.flatMap(({ rule_id, nodes }) =>
      nodes.map(({ selector, views, reach, engines }) =>
        JSON.stringify([outcome, rule_id, selector, views, reach, engines]),
      ),
    );
  const found = error
    ? [`error ${error.code}`]
    : [`depth ${depth}`, ...lines("failed", axe?.violations), ...lines("needs review", axe?.incomplete)];
  return found.map((line) => `${new URL(url).pathname} ${line}`);
};

/** Scans the pages together. Returns their findings. */
const scanOnce = async (urls: readonly string[]): Promise<string[]> => {
  const pages: PageResult[] = [];
  const engine = await createScanEngine({ privateHosts: ["127.0.0.1"] });
  const options = {
    depth: "full" as const,
    views: [...furtherViews],
    states: true,
    max_pages: urls.length,
    known_urls: [...urls],
    include: urls.map((url) => `${new URL(url).pathname}$`),
    screenshots: { max_height: 6_000, max_bytes: 300_000 },
  };
  try {
    await scanSite({ website_url: urls[0] ?? "", options }, { page: (page) => void pages.push(page) }, engine);
  } finally {
    await engine.close();
  }
  return pages.flatMap(listFindings);
};

/** Counts, for each finding, the scans that reported it. */
const countFindings = (scans: readonly string[][]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const finding of scans.flatMap((scan) => [...new Set(scan)]))
    counts.set(finding, (counts.get(finding) ?? 0) + 1);
  return counts;
};

const measure = async (
  urls: readonly string[],
  state: string,
  known: Map<string, number>,
): Promise<Map<string, number>> => {
  const scans: string[][] = [];
  for (let round = 0; round < rounds; round += 1) scans.push(await scanOnce(urls));
  const counts = countFindings(scans);
  const unsteady = [...counts].filter(([, count]) => count < rounds);
  const gone = [...known.keys()].filter((finding) => !counts.has(finding));
  const different = new Set(scans.map((scan) => scan.toSorted().join("\n"))).size;
  console.log(
    `${new URL(urls[0] ?? "").pathname.padEnd(52)} ${String(urls.length).padStart(2)} pages, ${state.padEnd(4)} ${rounds} scans, ${different} different results, ` +
      `${counts.size} findings, ${unsteady.length} not in all scans, ${gone.length} only when idle`,
  );
  for (const [finding, count] of unsteady) console.log(`    in ${count} of ${rounds}: ${finding.slice(0, 300)}`);
  for (const finding of gone) console.log(`    only when idle: ${finding.slice(0, 300)}`);
  return counts;
};

await installWorkshop();
const { urls, close } = await serveSites();
const findPage = (name: string): string => {
  const url = urls.find((each) => each.endsWith(`${name}.html`));
  if (!url) throw new Error(`No page is called ${name}.`);
  return url;
};
const groups = [...names.map((name) => [findPage(name)]), urls.filter((url) => url.includes(site))];
for (const group of groups.filter(([first = ""]) => first.includes(chosen))) {
  const idle = await measure(group, "idle", new Map());
  const release = occupyCores();
  try {
    await measure(group, "busy", idle);
  } finally {
    release();
  }
}
close();
