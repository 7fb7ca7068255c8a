import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type BarrierOutcome, renderCriteria, renderRules } from "@/bench/support/accuracy-tables";
import { baseOf, type CorpusCase, corpusFolder, pathOfPage, readCorpus, serveCase } from "@/bench/support/corpus-cases";
import { createScanEngine } from "@/server/scanner/engine";
import { wilson } from "@/server/scanner/rule-accuracy";

const cases = readCorpus();
const isHarmless = ({ barriers }: CorpusCase): boolean => barriers.length === 0;
const fileOf = (each: CorpusCase, page?: string): string => join(baseOf(each), pathOfPage(each, page));

test.describe("the labelled corpus", () => {
  test("labels every page, and every label names a page that exists", () => {
    const labelled = cases.map(({ folder, name }) => `${folder}/${name}`).sort();
    const onDisk = readdirSync(corpusFolder)
      .filter((folder) => /^(?:\d|(?:enhanced|interaction|labels|markup|mixed|practices|visual|widgets)$)/.test(folder))
      .flatMap((folder) =>
        readdirSync(join(corpusFolder, folder), { withFileTypes: true })
          .filter((entry) => entry.isDirectory() || entry.name.endsWith(".html"))
          .map(({ name }) => `${folder}/${name}`),
      );
    expect(labelled).toEqual(onDisk.sort());
    const missing = cases.flatMap((each) =>
      [undefined, ...each.barriers.map(({ page }) => page)]
        .filter((page) => !existsSync(fileOf(each, page)))
        .map((page) => `${each.folder}/${each.name} ${page ?? ""}`),
    );
    expect(missing).toEqual([]);
  });

  test("contains enough barriers and harmless pages, and both for most success criteria", () => {
    expect(cases.length).toBeGreaterThanOrEqual(400);
    expect(cases.filter(isHarmless).length / cases.length).toBeGreaterThanOrEqual(0.45);
    const barriers = new Set(cases.flatMap(({ barriers }) => barriers.map(({ requirement }) => requirement)));
    const harmless = new Set(cases.filter(isHarmless).map(({ folder }) => folder));
    expect([...harmless].filter((folder) => barriers.has(folder)).length).toBeGreaterThanOrEqual(36);
  });

  test("has an element for every selector", async () => {
    const engine = await createScanEngine({ privateHosts: [] });
    try {
      const page = await (await engine.browsers.openContext({})).newPage();
      const queries = cases.flatMap((each) =>
        each.barriers.map(({ page: name, selector }) => ({
          label: `${each.folder}/${each.name}: ${selector}`,
          html: readFileSync(fileOf(each, name), "utf8"),
          selector,
        })),
      );
      const unmatched = await page.evaluate(
        (all) =>
          all
            .filter(({ html, selector }) => {
              const source = new DOMParser().parseFromString(html, "text/html");
              return source.querySelector(selector) === null;
            })
            .map(({ label }) => label),
        queries,
      );
      expect(unmatched).toEqual([]);
    } finally {
      await engine.close();
    }
  });

  test("is served case by case, with shared media and no files outside the corpus", async () => {
    const each = cases.find(({ isSite }) => !isSite);
    if (!each) throw new Error("The corpus has no single pages.");
    const site = await serveCase(each);
    try {
      expect((await fetch(site.origin + pathOfPage(each))).status).toBe(200);
      const media = await fetch(`${site.origin}/media/mug.svg`);
      expect(media.headers.get("content-type")).toBe("image/svg+xml");
      expect((await fetch(`${site.origin}/..%2f..%2fpackage.json`)).status).toBe(404);
    } finally {
      site.close();
    }
  });
});

test.describe("accuracy tables", () => {
  test("use the Wilson score interval, which stays between 0 and 1", () => {
    const [low, high] = wilson(8, 10);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect(wilson(0, 5)[0]).toBeCloseTo(0);
    expect(wilson(5, 5)[1]).toBeCloseTo(1);
  });

  test("list the rules with the most false reports first", () => {
    const outcomes = [
      { ruleId: "a", isTrue: true },
      { ruleId: "b", isTrue: true },
      { ruleId: "b", isTrue: false },
    ];
    const rows = renderRules(outcomes).split("\n").slice(2);
    expect(rows.map((row) => row.split("|").map((cell) => cell.trim()))).toEqual([
      ["", "`b`", "1", "1", "50%", "9% to 91%", ""],
      ["", "`a`", "1", "0", "100%", "21% to 100%", ""],
      ["", "All", "2", "1", "67%", "21% to 94%", ""],
    ]);
  });

  test("give recall by criterion in the order of WCAG, separately for the corpus and ACT", () => {
    const outcome = (requirement: string, more: Partial<BarrierOutcome>): BarrierOutcome => ({
      ...{ requirement, source: "corpus", byPerson: false, found: false, forReview: false },
      ...more,
    });
    const rows = renderCriteria([
      outcome("1.4.10", { found: true }),
      outcome("1.4.3", { source: "act", forReview: true }),
      outcome("1.4.3", { byPerson: true }),
      outcome("one-main", { found: true }),
    ]).split("\n");
    const first = rows.slice(2).map((row) =>
      row
        .split("|")
        .slice(1, 5)
        .map((cell) => cell.trim()),
    );
    expect(first).toEqual([
      ["1.4.3", "0 of 1", "0 of 1", "0%"],
      ["1.4.10", "1 of 1", "–", "100%"],
      ["All", "1 of 2", "0 of 1", "33%"],
      ["Detectable automatically", "1 of 1", "0 of 1", "50%"],
      ["Best practices", "1 of 1", "–", "100%"],
    ]);
  });
});
