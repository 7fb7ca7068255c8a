/** Pages scanned per minute, compared with pa11y-ci and @axe-core/cli on the same 40 pages in the same run */
import { bundleProgram } from "@/server/scanner/service/worker-program";
import { installWorkshop, serveSites } from "./support/sites";
import { createTools, type Tool } from "./support/tools";

const rounds = Number(process.argv[2] ?? 1);

interface Measurement {
  perMinute: number;
  pages: number;
  findings: number;
}

const measure = async (tool: Tool, urls: readonly string[]): Promise<Measurement> => {
  const started = performance.now();
  const { pages, findings } = await tool.scan(urls);
  const minutes = (performance.now() - started) / 60_000;
  return { perMinute: pages / minutes, pages, findings };
};

const measureBest = async (tool: Tool, urls: readonly string[]): Promise<Measurement> => {
  let best = await measure(tool, urls);
  for (let round = 1; round < rounds; round += 1) {
    const next = await measure(tool, urls);
    if (next.perMinute > best.perMinute) best = next;
  }
  return best;
};

const toLine = (name: string, { perMinute, pages, findings }: Measurement): string =>
  [
    name.padEnd(42),
    `${perMinute.toFixed(0).padStart(4)} pages/min`,
    `${pages} pages, ${String(findings).padStart(4)} findings`,
  ].join("  ");

await installWorkshop();
const { urls, close } = await serveSites();
// Bundled before the measurement, because the product bundles its scanner when the app is built.
const scanner = await bundleProgram("bench/support/scan-pages.ts");
process.once("exit", scanner.delete);
let ours: Measurement | undefined;
for (const tool of createTools(scanner)) {
  const missing = tool.missing();
  if (missing !== null) {
    console.log(`${tool.name.padEnd(42)}  not measured; requires ${missing}`);
    continue;
  }
  const result = await measureBest(tool, urls);
  const ratio = ours ? `  Curbcut is ${(ours.perMinute / result.perMinute).toFixed(1)} times as fast` : "";
  ours ??= result;
  console.log(toLine(tool.name, result) + ratio);
}
close();
