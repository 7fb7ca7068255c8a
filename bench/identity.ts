/** How many findings on third-party websites are still recognised after harmless changes */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { assignFingerprints, type Finding } from "@/server/domains/audits/recognition/assign-fingerprints";
import { createFingerprint, earlierFingerprint } from "@/server/domains/audits/recognition/fingerprint";
import { pageKey } from "@/server/domains/audits/recognition/page-key";
import { readSignals } from "@/server/domains/audits/recognition/signals";
import type { PageResult } from "@/server/scanner/contract";
import { createScanEngine, type ScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";
import {
  changePage,
  type HarmlessChange,
  harmlessChanges,
  readNames,
  truthName,
  unhashed,
} from "./support/harmless-changes";
import { installWorkshop, pagePaths, readSiteFile, workshop } from "./support/sites";

/** Names of the changes to make; by default, all changes are made. */
const [, , ...wanted] = process.argv;
const changes = harmlessChanges.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

await installWorkshop();
const modules = join(workshop, "node_modules");
const names = readNames(await Promise.all(pagePaths.map((path) => readFile(join(modules, path), "utf8"))));

let change: HarmlessChange | null = null;

const originalPaths = (): Map<string, string> =>
  new Map(pagePaths.map((path) => [(change?.url?.(path) ?? path).replace(/\?.*/, ""), path]));

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const original = originalPaths().get(pathname);
  const moved = pagePaths.includes(pathname) && !original ? change?.url?.(pathname) : undefined;
  if (moved) return void response.writeHead(301, { location: moved }).end();
  readSiteFile(unhashed(original ?? pathname)).then(
    ({ body, headers }) => {
      const text = () => body.toString("utf8");
      if (original) return response.writeHead(200, headers).end(changePage(text(), change, names));
      const css = pathname.endsWith(".css") ? change?.css?.(text(), names) : undefined;
      return response.writeHead(200, headers).end(css ?? body);
    },
    () => response.writeHead(404).end(),
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** A finding, and the number of its element on the original page (null if a script created the element). */
interface Traced extends Finding {
  truth: string | null;
}

const truthAttribute = new RegExp(` ${truthName}="(\\d+)"`, "g");

const trace = ({ final_url, axe }: PageResult): Traced[] => {
  const path = originalPaths().get(new URL(final_url).pathname);
  return [...(axe?.violations ?? []), ...(axe?.incomplete ?? [])].flatMap(({ rule_id, nodes }) =>
    nodes.map((node, order) => {
      const [own] = node.html.matchAll(truthAttribute);
      const html = node.html.replaceAll(truthAttribute, "");
      const at = own && own.index < node.html.indexOf(">") ? own[1] : undefined;
      return {
        id: `${rule_id} ${final_url} ${order} ${node.selector}`,
        rule_id,
        page_url: final_url,
        page: pageKey(final_url),
        selector: node.selector,
        signals: readSignals({ ...node, html }, order),
        fingerprint: createFingerprint(rule_id, final_url, node.selector),
        truth: at === undefined ? null : `${rule_id} ${path} ${at}`,
      };
    }),
  );
};

interface Audited {
  pages: PageResult[];
  findings: Traced[];
}

const scan = async (engine: ScanEngine): Promise<Audited> => {
  const urls = pagePaths.map((path) => origin + (change?.url?.(path) ?? path));
  const pages: PageResult[] = [];
  const include = urls.map((url) => `${new URL(url).pathname}${new URL(url).search ? "?" : "$"}`);
  const options = { max_pages: urls.length, include, known_urls: urls };
  await scanSite({ website_url: urls[0] ?? "", options }, { page: (page) => void pages.push(page) }, engine);
  return { pages, findings: pages.flatMap(trace) };
};

interface Figures {
  name: string;
  both: number;
  earlier: number;
  kept: number;
  wrong: number;
}

const compare = async (name: string, before: Audited, after: Audited): Promise<Figures> => {
  const { fingerprints } = await assignFingerprints({
    audit_id: name,
    findings: { now: after.findings, before: before.findings },
    pages: { now: after.pages, before: before.pages },
  });
  const truths = new Map(before.findings.map(({ fingerprint, truth }) => [fingerprint, truth]));
  const known = new Set(before.findings.map(({ truth }) => truth));
  const figures = { name, both: 0, earlier: 0, kept: 0, wrong: 0 };
  const earlier = new Set(before.findings.map((each) => `${each.truth} ${earlierOf(each)}`));
  for (const finding of after.findings) {
    if (finding.truth === null) continue;
    const given = truths.get(fingerprints.get(finding.id) ?? finding.fingerprint);
    if (given && given !== finding.truth) figures.wrong += 1;
    if (!known.has(finding.truth)) continue;
    figures.both += 1;
    if (given === finding.truth) figures.kept += 1;
    if (earlier.has(`${finding.truth} ${earlierOf(finding)}`)) figures.earlier += 1;
  }
  return figures;
};

const earlierOf = ({ rule_id, page_url, selector }: Finding): string => earlierFingerprint(rule_id, page_url, selector);

const percent = (part: number, all: number): string => `${((100 * part) / Math.max(all, 1)).toFixed(1)}%`.padStart(7);

const print = ({ name, both, earlier, kept, wrong }: Figures): void =>
  console.log(
    `${name.padEnd(28)}${String(both).padStart(9)}${percent(earlier, both)}${percent(kept, both)}${percent(wrong, both)}`,
  );

const engine = await createScanEngine({ privateHosts: ["*"] });
try {
  const before = await scan(engine);
  const traced = before.findings.filter(({ truth }) => truth !== null).length;
  console.log(`${before.pages.length} pages, ${before.findings.length} findings, ${traced} of them traced`);
  console.log(`${"".padEnd(28)}unchanged before   kept  wrong`);
  const all: Figures[] = [];
  for (const each of changes) {
    change = each;
    const figures = await compare(each.name, before, await scan(engine));
    all.push(figures);
    print(figures);
  }
  const sum = (key: Exclude<keyof Figures, "name">) => all.reduce((total, each) => total + each[key], 0);
  print({ name: "all", both: sum("both"), earlier: sum("earlier"), kept: sum("kept"), wrong: sum("wrong") });
} finally {
  await engine.close();
  server.close();
  server.closeAllConnections();
}
