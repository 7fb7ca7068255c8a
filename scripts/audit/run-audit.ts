import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { serveDemo } from "@/demo/serve";
import { env } from "@/server/core/env";
import { renderReport } from "@/server/features/reports/pdf";
import type { ReportData } from "@/server/features/reports/report-data";
import { createScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";
import type { AuditArguments } from "./arguments";
import { AuditCollector } from "./collect";
import { summariseAudit } from "./print-results";
import type { ProgressDisplay } from "./progress";
import { countAtOrAbove } from "./verdict";

/** What the command line is talked to through. */
export interface Terminal {
  /** Results, on stdout. */
  print(text: string): void;
  /** Everything else, on stderr. */
  say(text: string): void;
  progress: ProgressDisplay;
  columns: number | undefined;
  /** Folder that `--out` is relative to. */
  folder: string;
}

/** The site gave no page that could be scanned. */
export class NothingScannedError extends Error {
  override readonly name = "NothingScannedError";
}

interface Target {
  url: string;
  name: string;
  close(): Promise<void>;
}

const openTarget = async ({ url }: AuditArguments): Promise<Target> => {
  if (url !== null) return { url, name: new URL(url).host, close: async () => undefined };
  const shop = await serveDemo();
  return { url: `${shop.url}/`, name: "Larch & Lantern (demo shop)", close: shop.close };
};

const scan = async (target: Target, args: AuditArguments, terminal: Terminal, signal: AbortSignal) => {
  const collector = new AuditCollector();
  const started_at = new Date();
  const engine = await createScanEngine({ privateHosts: ["*"], browserPath: env.CHROMIUM_PATH });
  const options = {
    max_pages: args.pages,
    device: args.device,
    standard: args.standard,
    respect_robots: !args.ignoreRobots,
    lighthouse: args.lighthouse,
  };
  try {
    const { lighthouse } = await scanSite(
      { website_url: target.url, options, signal },
      {
        page: (page, progress) => {
          collector.add(page);
          terminal.progress.show(progress);
        },
        progress: terminal.progress.show,
      },
      engine,
    );
    if (lighthouse) collector.addLighthouse(lighthouse);
  } finally {
    terminal.progress.clear();
    await engine.close();
  }
  if (collector.pagesScanned === 0) throw new NothingScannedError(explainFailures(collector));
  const { url, name } = target;
  return collector.finish({
    id: randomUUID(),
    url,
    name,
    standard: args.standard,
    started_at,
    completed_at: new Date(),
  });
};

const explainFailures = ({ failures }: AuditCollector): string =>
  ["No page could be scanned:", ...failures.slice(0, 5).map(({ url, error }) => `  ${url}: ${error}`)].join("\n");

const fileName = ({ url }: AuditArguments): string => {
  const host = url === null ? "demo-shop" : new URL(url).host.replaceAll(/[^\w.-]+/g, "-");
  return `curbcut-${host}-${new Date().toISOString().slice(0, 10)}.pdf`;
};

const writeReport = async (data: ReportData, args: AuditArguments, terminal: Terminal): Promise<string> => {
  const file = resolve(terminal.folder, args.out ?? fileName(args));
  await writeFile(file, await renderReport({ variant: args.variant, data }));
  return file;
};

/** The whole job: scan, table, PDF. Resolves to the exit code, 0 or 1; throws when the site could not be scanned. */
export const runAudit = async (args: AuditArguments, terminal: Terminal, signal: AbortSignal): Promise<0 | 1> => {
  const target = await openTarget(args);
  let data: ReportData;
  try {
    terminal.say(`Scanning ${target.name} at ${target.url}`);
    data = await scan(target, args, terminal, signal);
  } finally {
    await target.close();
  }
  const found = countAtOrAbove(data, args.failOn);
  if (args.json) {
    if (args.out !== null) terminal.say(`Report: ${await writeReport(data, args, terminal)}`);
    terminal.print(JSON.stringify(data, null, 2));
  } else {
    terminal.print(summariseAudit(data, terminal.columns));
    terminal.print(`\nReport: ${await writeReport(data, args, terminal)}`);
    if (found > 0) terminal.print(`${found} elements fail a rule of impact "${args.failOn}" or worse.`);
  }
  return found > 0 ? 1 : 0;
};
