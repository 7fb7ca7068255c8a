/**
 * How many of the barriers in other states of pages are found, and whether exploring changes anything on the server
 */

import { z } from "zod";
import { describeReach } from "@/server/domains/audits/rules";
import type { PageResult } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { explored, STATES_MS } from "@/server/scanner/page/states/explore-states";
import { scanSite } from "@/server/scanner/scan-site";
import { installWorkshop } from "./support/sites";
import { readStatePages, type StatePage, serveStatePages } from "./support/state-pages";

const AT_ONCE = 2;
const wanted = process.argv.slice(2);

await installWorkshop();
const pages = await readStatePages(wanted);
const { origin, changes, close } = await serveStatePages(pages);
const engine = await createScanEngine({ privateHosts: ["*"] });

/** Time taken to explore each page, in seconds, by URL. */
const times = new Map<string, number>();
const Explored = z.object({ url: z.string(), spentMs: z.number() });
explored.subscribe((message) => {
  const { url, spentMs } = Explored.parse(message);
  times.set(url, spentMs / 1_000);
});

interface Outcome {
  page: StatePage;
  found: string[];
  /** Barriers found in the page's initial state, before the page was explored. */
  base: string[];
  result: PageResult | undefined;
}

const foundIn = (result: PageResult | undefined, { seeds }: StatePage, isInState: boolean): string[] => {
  const all = (result?.axe?.violations ?? []).flatMap((rule) => rule.nodes);
  const nodes = all.filter(({ reach }) => (reach !== undefined) === isInState);
  return seeds.filter((id) => nodes.some(({ html }) => html.includes(`id="seed-${id}"`)));
};

const scanPage = async (page: StatePage): Promise<Outcome> => {
  const results: PageResult[] = [];
  const options = { max_pages: 1, states: true, views: [], respect_robots: false, max_documents: 0 };
  const job = { website_url: `${origin}/${page.name}`, options };
  await scanSite(job, { page: (result) => void results.push(result) }, engine).catch((error: unknown) =>
    console.log(`${page.name}: ${String(error)}`),
  );
  const [result] = results;
  return { page, found: foundIn(result, page, true), base: foundIn(result, page, false), result };
};

const outcomes: Outcome[] = [];
const waiting = [...pages];
const scanNext = async (): Promise<void> => {
  for (let page = waiting.shift(); page; page = waiting.shift()) outcomes.push(await scanPage(page));
};
try {
  await Promise.all(Array.from({ length: AT_ONCE }, scanNext));
} finally {
  await engine.close();
  close();
}
let [found, all] = [0, 0];
for (const { page, found: here, base, result } of outcomes.sort((a, b) => (a.page.name < b.page.name ? -1 : 1))) {
  const seeds = page.seeds.filter((id) => !base.includes(id));
  const missed = seeds.filter((id) => !here.includes(id));
  const hits = seeds.length - missed.length;
  found += hits;
  all += seeds.length;
  const states = result?.states;
  const time = times.get(`${origin}/${page.name}`) ?? 0;
  const rest = states?.is_whole ? "" : ", exploration incomplete";
  const counts = `${hits}/${seeds.length}, ${states?.found.length ?? 0} states`;
  console.log(`${page.name.padEnd(20)} ${counts} in ${time.toFixed(1)} s${rest}`);
  if (base.length > 0) console.log(`  not in a state: ${base.join(", ")}`);
  if (missed.length > 0) console.log(`  missed: ${missed.join(", ")}`);
  if (missed.length > 0 && wanted.length > 0)
    for (const { reach } of states?.found ?? []) console.log(`  state: ${describeReach(reach)}`);
}
console.log(
  `${found} of ${all} barriers in other states of ${pages.length} pages found (${((100 * found) / all).toFixed(1)}%)`,
);
const sorted = [...times.values()].toSorted((one, other) => one - other);
const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
console.log(
  `Time per page: ${median.toFixed(1)} s (median), ${(sorted.at(-1) ?? 0).toFixed(1)} s (longest); at most ${STATES_MS / 1_000} s allowed`,
);
console.log(
  `${changes.length} requests that change something were sent${changes.map((each) => `\n  ${each}`).join("")}`,
);
