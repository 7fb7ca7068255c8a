/** How many walls are recognised, and how many ordinary pages are mistaken for walls */

import { isWallCode } from "@/server/scanner/page/walls/recognise-wall";
import { actFolder, readActCases, serveActCases } from "./support/act-cases";
import { pathOfPage, readCorpus, serveCase } from "./support/corpus-cases";
import { type OrdinaryPage, scanOrdinaryPages } from "./support/ordinary-pages";
import { installWorkshop, listSitePages, serveSites } from "./support/sites";
import { codeOf, isOrdinary, readWallPages, scanWallPages, type WallOutcome } from "./support/wall-pages";

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`;

const describeWalls = (outcomes: readonly WallOutcome[]): string[] => {
  const named = outcomes.filter(({ code }) => code !== null && isWallCode(code));
  const exact = outcomes.filter(({ page, code }) => code === codeOf(page));
  return [
    `${named.length} of ${outcomes.length} walls recognised (${percent(named.length, outcomes.length)}), ${exact.length} with the right code`,
    ...outcomes
      .filter(({ page, code }) => code !== codeOf(page))
      .map(({ page, code }) => `  ${page.name}: ${code ?? "scanned as an ordinary page"}`),
  ];
};

await installWorkshop();
for (const [file, name] of [
  ["pages.json", "used during development"],
  ["held-out.json", "not used during development"],
] as const) {
  console.log(`Pages ${name}:`);
  const outcomes = await scanWallPages(readWallPages(file));
  for (const line of describeWalls(outcomes.filter(({ page }) => !isOrdinary(page)))) console.log(line);
  const lookalikes = outcomes.filter(({ page }) => isOrdinary(page));
  const mistaken = lookalikes.filter(({ code, failure }) => (code ?? failure) !== null);
  console.log(`${mistaken.length} of ${lookalikes.length} look-alikes mistaken for a wall`);
  for (const { page, code } of mistaken) console.log(`  ${page.name}: ${code}`);
}

const sites = await serveSites();
const templates = await scanOrdinaryPages([listSitePages(new URL(sites.urls[0] ?? "").origin)]);
sites.close();
const cases = readCorpus();
const served = await Promise.all(cases.map(async (each) => ({ each, site: await serveCase(each) })));
const labelled = await scanOrdinaryPages(served.map(({ each, site }) => [site.origin + pathOfPage(each)]));
for (const { site } of served) site.close();

/** Scans W3C's test cases, as the pages of one website. */
const scanActPages = async (): Promise<OrdinaryPage[]> => {
  const tests = readActCases();
  if (!tests) console.log(`Without ACT: there are no test cases in ${actFolder}.`);
  const server = await serveActCases();
  const pages = await scanOrdinaryPages(tests ? [tests.map(server.urlOf)] : []);
  server.close();
  return pages;
};

const ordinary = {
  "pages of third-party websites": templates,
  "pages of the labelled corpus": labelled,
  "pages of W3C's test cases": await scanActPages(),
};
/** Pages that couldn't be scanned for other reasons say nothing about walls. */
const isDecided = ({ code, isWall }: OrdinaryPage): boolean => code === null || isWall;
for (const [name, found] of Object.entries(ordinary)) {
  const pages = found.filter(isDecided);
  const walls = pages.filter(({ isWall }) => isWall);
  console.log(`${walls.length} of ${pages.length} ${name} mistaken for a wall`);
  for (const { url, code } of walls) console.log(`  ${new URL(url).pathname}: ${code}`);
}
const all = Object.values(ordinary).flat().filter(isDecided);
console.log(`${all.filter(({ isWall }) => isWall).length} of ${all.length} ordinary pages mistaken for a wall`);
