/**
 * Runs in a separate process: scans the given pages with our scanner, at the given depth, and prints the number of
 * pages scanned as JSON.
 */
import { type PageResult, ScanDepth } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";

const main = async ([given, ...urls]: string[]): Promise<void> => {
  const [first = ""] = urls;
  const pages: PageResult[] = [];
  const engine = await createScanEngine({ privateHosts: ["*"] });
  const options = {
    depth: ScanDepth.parse(given),
    max_pages: urls.length,
    include: urls.map((url) => `${new URL(url).pathname}$`),
    known_urls: urls,
    screenshots: { max_height: 6_000, max_bytes: 300_000 },
  };
  try {
    await scanSite({ website_url: first, options }, { page: (page) => void pages.push(page) }, engine);
  } finally {
    await engine.close();
  }
  const scanned = pages.filter(({ error }) => error === null);
  const findings = scanned
    .flatMap(({ axe }) => axe?.violations ?? [])
    .reduce((sum, { node_count }) => sum + node_count, 0);
  process.stdout.write(JSON.stringify({ pages: scanned.length, findings }));
};

void main(process.argv.slice(2));
