/** Pages a minute of the scanner, beside pa11y-ci and @axe-core/cli on the same forty pages in the same run. */
import { installWorkshop, serveSites } from "./support/sites";
import { type Tool, tools } from "./support/tools";

const rounds = Number(process.argv[2] ?? 1);

interface Measurement {
  name: string;
  perMinute: number;
  pages: number;
  findings: number;
}

const measure = async (tool: Tool, urls: readonly string[]): Promise<Measurement> => {
  const started = performance.now();
  const { pages, findings } = await tool.scan(urls);
  const minutes = (performance.now() - started) / 60_000;
  return { name: tool.name, perMinute: pages / minutes, pages, findings };
};

const best = (measurements: readonly Measurement[]): Measurement | undefined =>
  [...measurements].sort((a, b) => b.perMinute - a.perMinute)[0];

await installWorkshop();
const { urls, close } = await serveSites();
let ours: Measurement | undefined;
for (const tool of tools) {
  const missing = tool.missing();
  if (missing !== null) {
    console.log(`${tool.name.padEnd(44)} not measured, needs ${missing}`);
    continue;
  }
  const measurements: Measurement[] = [];
  for (let round = 0; round < rounds; round += 1) measurements.push(await measure(tool, urls));
  const result = best(measurements);
  if (!result) continue;
  ours ??= result;
  const ratio = result === ours ? "" : `Curbcut is ${(ours.perMinute / result.perMinute).toFixed(1)} times as fast`;
  const counted = `${String(result.pages).padStart(3)} of ${urls.length} pages, ${result.findings} findings`;
  console.log(
    `${result.name.padEnd(44)}${result.perMinute.toFixed(0).padStart(5)} pages/min  ${counted}  ${ratio}`.trimEnd(),
  );
}
close();
