import { ScanFailedError } from "@/server/scanner/crawl/discover-site";
import { createScanEngine, type ScanEngine } from "@/server/scanner/engine";
import { isWallCode } from "@/server/scanner/page/walls/recognise-wall";
import { scanSite } from "@/server/scanner/scan-site";

const AT_ONCE = 4;

export interface OrdinaryPage {
  url: string;
  code: string | null;
  isWall: boolean;
}

const scanUrls = async (engine: ScanEngine, urls: readonly string[]): Promise<OrdinaryPage[]> => {
  const pages: OrdinaryPage[] = [];
  const [first = ""] = urls;
  const options = {
    depth: "quick" as const,
    // One rule is enough, because walls are recognised before rules run.
    include_rules: ["html-has-lang"],
    max_pages: urls.length,
    include: urls.length > 1 ? [] : [`${new URL(first).pathname}$`],
    known_urls: [...urls],
  };
  const page = async ({ url, error }: { url: string; error: { code: string } | null }): Promise<void> => {
    const code = error?.code ?? null;
    pages.push({ url, code, isWall: code !== null && isWallCode(code) });
  };
  try {
    await scanSite({ website_url: first, options }, { page }, engine);
  } catch (error) {
    // A wall on the start page ends the scan after the page has been delivered.
    if (!(error instanceof ScanFailedError)) throw error;
  }
  return pages;
};

/** Scans websites with quick checks only. Each website is given as the URLs of all its pages. */
export const scanOrdinaryPages = async (websites: readonly (readonly string[])[]): Promise<OrdinaryPage[]> => {
  const engine = await createScanEngine({ privateHosts: ["*"] });
  const waiting = [...websites];
  const pages: OrdinaryPage[] = [];
  const work = async (): Promise<void> => {
    for (let urls = waiting.shift(); urls; urls = waiting.shift()) pages.push(...(await scanUrls(engine, urls)));
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await engine.close();
  }
  return pages;
};
