/** How findings are grouped into components, on the demo shop and on third-party websites */
import { serveDemo } from "@/demo/serve";
import { componentLabel } from "@/server/scanner/component";
import type { PageResult } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";
import { installWorkshop, serveSites } from "./support/sites";

const shown = 12;

interface Group {
  findings: number;
  pages: Set<string>;
}

const groupFindings = (pages: readonly PageResult[]): Map<string, Group> => {
  const groups = new Map<string, Group>();
  for (const { url, axe } of pages)
    for (const node of axe?.violations.flatMap(({ nodes }) => nodes) ?? []) {
      const group = groups.get(node.component ?? "") ?? { findings: 0, pages: new Set() };
      groups.set(node.component ?? "", group);
      group.findings += 1;
      group.pages.add(url);
    }
  return groups;
};

const print = (name: string, pages: readonly PageResult[]): void => {
  const groups = [...groupFindings(pages)].sort((a, b) => b[1].findings - a[1].findings);
  const all = groups.reduce((sum, [, { findings }]) => sum + findings, 0);
  console.log(`\n${name}: ${all} findings on ${pages.length} pages in ${groups.length} components`);
  let before = 0;
  for (const [component, { findings, pages: on }] of groups.slice(0, shown)) {
    before += findings;
    const numbers = `${String(findings).padStart(5)} findings ${String(on.size).padStart(3)} pages`;
    console.log(`${numbers} ${String(Math.round((100 * before) / all)).padStart(4)}%  ${componentLabel(component)}`);
  }
};

const engine = await createScanEngine({ privateHosts: ["*"] });
const scan = async (urls: readonly string[], only: boolean): Promise<PageResult[]> => {
  const pages: PageResult[] = [];
  const options = only
    ? { max_pages: urls.length, include: urls.map((url) => `${new URL(url).pathname}$`), known_urls: [...urls] }
    : { max_pages: 100 };
  await scanSite({ website_url: urls[0] ?? "", options }, { page: (page) => void pages.push(page) }, engine);
  return pages;
};

try {
  const shop = await serveDemo();
  print("the demo shop", await scan([shop.url], false));
  await shop.close();
  await installWorkshop();
  const sites = await serveSites();
  for (const name of ["startbootstrap-sb-admin-2", "startbootstrap-modern-business", "gentelella"])
    print(
      name,
      await scan(
        sites.urls.filter((url) => url.includes(`/${name}/`)),
        true,
      ),
    );
  sites.close();
} finally {
  await engine.close();
}
