import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "@/scripts/support/root";
import { runNode } from "@/scripts/support/run-command";
import type { ScanDepth } from "@/server/scanner/contract";
import type { WorkerProgram } from "@/server/scanner/service/worker-program";
import { workshop } from "./sites";

export interface Tool {
  name: string;
  /** Returns null if the tool can run on this machine, otherwise the missing programs. */
  missing(): string | null;
  /** Scans the pages in a separate process and counts those with a result. */
  scan(urls: readonly string[]): Promise<{ pages: number; findings: number }>;
}

const chromium = "/usr/bin/chromium";
const chromedriver = "/usr/bin/chromedriver";
const needs = (...paths: string[]): string | null => {
  const gone = paths.filter((path) => !existsSync(path));
  return gone.length > 0 ? `${gone.join(" and ")} (apt-get install chromium chromium-driver)` : null;
};

/** Reads the files that pa11y-ci and @axe-core/cli write, because both truncate output that goes to a pipe. */
const runForReport = async (file: string, args: readonly string[]): Promise<unknown> => {
  rmSync(file, { force: true });
  const { output } = await runNode(args, { cwd: workshop });
  if (!existsSync(file)) throw new Error(`${args[0]} created no report:\n${output.slice(-2_000)}`);
  return JSON.parse(readFileSync(file, "utf8"));
};

const Ours = z.object({ pages: z.number(), findings: z.number() });

const curbcut = (depth: ScanDepth, { nodeArguments }: WorkerProgram): Tool => ({
  name: `Curbcut, depth ${depth}`,
  missing: () => null,
  scan: async (urls) => {
    const { code, stdout, output } = await runNode([...nodeArguments, depth, ...urls], { cwd: root });
    if (code !== 0) throw new Error(output.slice(-2_000));
    return Ours.parse(JSON.parse(stdout));
  },
});

const Pa11yReport = z.object({
  results: z.record(z.string(), z.array(z.looseObject({ message: z.string().optional() }))),
});

/**
 * Runs pa11y-ci with its default concurrency of one, because it loses pages at higher values. It reports a page that it
 * couldn't load as an issue without a code.
 */
const pa11y = (runner: "htmlcs" | "axe"): Tool => ({
  name: `pa11y-ci (${runner})`,
  missing: () => needs(chromium),
  scan: async (urls) => {
    const config = join(workshop, `pa11y-${runner}.json`);
    const chromeLaunchConfig = { executablePath: chromium, args: ["--no-sandbox"] };
    const fileName = join(workshop, "pa11y-report.json");
    const reporters = [["json", { fileName }]];
    const defaults = { runners: [runner], timeout: 60_000, chromeLaunchConfig, reporters };
    writeFileSync(config, JSON.stringify({ defaults, urls }));
    const { results } = Pa11yReport.parse(
      await runForReport(fileName, ["node_modules/pa11y-ci/bin/pa11y-ci.js", "--config", config]),
    );
    const loaded = Object.values(results).filter((issues) => issues.every((issue) => "code" in issue));
    return { pages: loaded.length, findings: loaded.reduce((sum, issues) => sum + issues.length, 0) };
  },
});

const AxeReport = z.array(z.object({ violations: z.array(z.object({ nodes: z.array(z.unknown()) })) }));

const axeCli: Tool = {
  name: "@axe-core/cli",
  missing: () => needs(chromium, chromedriver),
  scan: async (urls) => {
    const browser = ["--chrome-path", chromium, "--chromedriver-path", chromedriver, "--chrome-options", "no-sandbox"];
    const args = ["node_modules/@axe-core/cli/dist/src/bin/cli.js", ...urls, ...browser, "--save", "axe-report.json"];
    const report = AxeReport.parse(await runForReport(join(workshop, "axe-report.json"), args));
    const nodes = report.flatMap(({ violations }) => violations).reduce((sum, rule) => sum + rule.nodes.length, 0);
    return { pages: report.length, findings: nodes };
  },
};

/** Returns the tools to compare. Our scanner comes first, because the others are compared with it. */
export const createTools = (scanner: WorkerProgram): readonly Tool[] => [
  curbcut("full", scanner),
  curbcut("templates", scanner),
  curbcut("quick", scanner),
  pa11y("htmlcs"),
  pa11y("axe"),
  axeCli,
];
