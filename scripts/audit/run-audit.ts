import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { serveDemo } from "@/demo/serve";
import { renderReport } from "@/server/domains/reports/pdf";
import type { ReportData } from "@/server/domains/reports/report-data";
import type { StartedBrowser } from "@/server/scanner/browser/browser-pool";
import type { ScanOptionsInput, UrlGroup } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { type ScanSink, scanSite } from "@/server/scanner/scan-site";
import type { AuditArguments } from "./arguments";
import { AuditCollector } from "./collect";
import { countAtOrAbove } from "./count-at-or-above";
import { FindingGroups } from "./group-findings";
import { DocumentCollector, type LinkedDocuments, summariseDocuments } from "./linked-documents";
import { MissingPages } from "./missing-pages";
import { summariseFixes } from "./print-fixes";
import { summariseAudit } from "./print-results";
import type { ProgressDisplay } from "./progress";
import { addToIssues, MAX_FIXES, type ProposedFix, proposeFixes } from "./propose-fixes";
import { readJourneys } from "./read-journey";
import { readSignIn } from "./read-sign-in";
import { readUrls } from "./read-urls";

/** The terminal the command runs in. */
export interface Terminal {
  /** Prints results to stdout. */
  print(text: string): void;
  /** Prints everything else to stderr. */
  say(text: string): void;
  progress: ProgressDisplay;
  columns: number | undefined;
  /** The folder that `--out` is relative to. */
  folder: string;
}

interface Signals {
  /** Cancels everything. */
  stop: AbortSignal;
  /** Ends the scan but keeps the pages scanned so far. */
  timeUp: AbortSignal | null;
}

/** Thrown when no page of the website could be scanned. */
export class NothingScannedError extends Error {
  override readonly name = "NothingScannedError";
}

export interface Target {
  url: string;
  name: string;
  /** URLs to scan besides those found on the website, or instead of them. */
  groups: UrlGroup[];
  listOnly: boolean;
  close(): Promise<void>;
}

export const openTarget = async (args: AuditArguments, { folder }: Terminal): Promise<Target> => {
  const close = async () => undefined;
  if (args.urls !== null) {
    const { url, groups } = await readUrls(resolve(folder, args.urls), args.url);
    return { url, name: new URL(url).host, groups, listOnly: true, close };
  }
  if (args.url !== null) return { url: args.url, name: new URL(args.url).host, groups: [], listOnly: false, close };
  const shop = await serveDemo();
  return {
    ...{ url: `${shop.url}/`, name: "Larch & Lantern (demo shop)", close: shop.close },
    ...{ groups: [{ name: "Not linked", urls: shop.unlinked }], listOnly: false },
  };
};

export const warnWithoutSandbox = (terminal: Terminal): ((browser: StartedBrowser) => void) => {
  let warned = false;
  return ({ sandbox }) => {
    if (!sandbox && !warned)
      terminal.say("The browser is running without a sandbox. See docs/operations.md for how to enable it.");
    warned ||= !sandbox;
  };
};

const scanOptionsOf = (args: AuditArguments, { groups, listOnly }: Target): ScanOptionsInput => ({
  max_pages: args.pages,
  url_groups: groups,
  list_only: listOnly,
  sample: args.sample,
  sample_seed: args.seed,
  exclude_elements: args.excludeElements,
  include_rules: args.rules,
  exclude_rules: args.excludeRules,
  max_documents: args.documents,
  device: args.device,
  standard: args.standard,
  depth: args.depth,
  respect_robots: !args.ignoreRobots,
  lighthouse: args.lighthouse,
  second_engine: args.secondEngine,
  views: args.views,
  states: args.states,
  language: args.language,
  ...(args.screenshots ? { screenshots: { max_height: 6_000, max_bytes: 300_000 } } : {}),
});

/** Reads the files named on the command line. Throws UsageError. */
export const readFiles = async ({ url }: Target, { signIn, journeys }: AuditArguments, { folder }: Terminal) => ({
  sign_in: signIn === null ? undefined : await readSignIn(resolve(folder, signIn), url),
  journeys: await readJourneys(journeys, (name) => resolve(folder, name)),
});

interface Collectors {
  collector: AuditCollector;
  missing: MissingPages;
  documents: DocumentCollector;
  /** Null unless fixes were requested. */
  groups: FindingGroups | null;
}

const createSink = ({ collector, missing, documents, groups }: Collectors, { progress: bar }: Terminal): ScanSink => ({
  page: (page, progress) => {
    collector.add(page);
    documents.addPage(page);
    groups?.add(page);
    missing.scanned(page);
    missing.note(progress);
    bar.show(progress);
  },
  document: (report) => documents.add(report),
  progress: (progress) => {
    missing.note(progress);
    bar.show(progress);
  },
});

const scan = async (target: Target, args: AuditArguments, terminal: Terminal, signals: Signals) => {
  const { stop, timeUp } = signals;
  const collectors: Collectors = {
    collector: new AuditCollector(),
    missing: new MissingPages(),
    documents: new DocumentCollector(),
    groups: args.fixes ? new FindingGroups() : null,
  };
  const { collector, missing, documents } = collectors;
  let fixes: ProposedFix[] = [];
  const signal = timeUp ? AbortSignal.any([stop, timeUp]) : stop;
  const started_at = new Date();
  const files = await readFiles(target, args, terminal);
  const engine = await createScanEngine({ privateHosts: ["*"], onBrowser: warnWithoutSandbox(terminal) });
  const options = scanOptionsOf(args, target);
  try {
    const { lighthouse } = await scanSite(
      { website_url: target.url, options, signal, ...files },
      createSink(collectors, terminal),
      engine,
    );
    if (lighthouse) collector.addLighthouse(lighthouse);
    terminal.progress.clear();
    const widest = collectors.groups?.listWidest(MAX_FIXES) ?? [];
    fixes = await proposeFixes(engine, widest, { ...signals, device: args.device, say: terminal.say });
  } catch (error) {
    if (stop.aborted || !timeUp?.aborted) throw error;
  } finally {
    terminal.progress.clear();
    await engine.close();
  }
  if (collector.pagesScanned === 0) throw new NothingScannedError(explainFailures(collector));
  const { url, name, groups, listOnly: list_only } = target;
  const data = await collector.finish({
    id: randomUUID(),
    url,
    name,
    standard: args.standard,
    depth: args.depth,
    second_engine: args.secondEngine,
    started_at,
    completed_at: new Date(),
    groups,
    list_only,
    seed: args.seed,
    exclude_elements: args.excludeElements,
    rules: { include: args.rules, exclude: args.excludeRules },
    partial: (timeUp?.aborted ? missing.partial : null) ?? missing.journeys,
  });
  addToIssues(data, fixes);
  return { data, linked: documents.result, fixes };
};

const explainFailures = ({ failures }: AuditCollector): string =>
  ["No pages could be scanned:", ...failures.slice(0, 5).map(({ url, error }) => `  ${url}: ${error}`)].join("\n");

const fileName = ({ url, urls }: AuditArguments, { website }: ReportData): string => {
  const address = urls === null ? url : (website?.url ?? null);
  const host = address === null ? "demo-shop" : new URL(address).host.replaceAll(/[^\w.-]+/g, "-");
  return `curbcut-${host}-${new Date().toISOString().slice(0, 10)}.pdf`;
};

const writeReport = async (data: ReportData, args: AuditArguments, terminal: Terminal): Promise<string> => {
  const file = resolve(terminal.folder, args.out ?? fileName(args, data));
  await writeFile(file, await renderReport({ variant: args.variant, data }));
  return file;
};

const exitCode = (found: number, data: ReportData): 0 | 1 | 3 => {
  if (found > 0) return 1;
  return data.audit?.partial ? 3 : 0;
};

/**
 * Scans a website, prints the results and writes the PDF; with `--json`, writes the PDF only if `--out` is given.
 * Resolves to the exit code (see `usage`). Throws if the website couldn't be scanned.
 */
export const runAudit = async (args: AuditArguments, terminal: Terminal, signals: Signals): Promise<0 | 1 | 3> => {
  const target = await openTarget(args, terminal);
  let data: ReportData;
  let linked: LinkedDocuments;
  let fixes: ProposedFix[];
  try {
    terminal.say(`Scanning ${target.name} at ${target.url}`);
    ({ data, linked, fixes } = await scan(target, args, terminal, signals));
  } finally {
    await target.close();
  }
  const found = countAtOrAbove(data, args.failOn);
  if (args.json) {
    if (args.out !== null) terminal.say(`Report: ${await writeReport(data, args, terminal)}`);
    terminal.print(JSON.stringify({ ...data, ...linked, ...(args.fixes ? { fixes } : {}) }, null, 2));
  } else {
    terminal.print([summariseAudit(data, terminal.columns), ...summariseDocuments(linked)].join("\n"));
    if (args.fixes) terminal.print(`\n${summariseFixes(fixes)}`);
    terminal.print(`\nReport: ${await writeReport(data, args, terminal)}`);
    if (found > 0) terminal.print(`Findings with impact "${args.failOn}" or higher: ${found}`);
  }
  return exitCode(found, data);
};
