import { expect, test } from "@playwright/test";
import type { TabRecord } from "@/server/scanner/browser/tab-watch";
import { Standard } from "@/server/scanner/contract";
import type { PageFacts } from "@/server/scanner/page/probe/read-facts";
import { toQualityResult } from "@/server/scanner/page/quality-checks";
import { readAnswer } from "@/server/scanner/page/read-answer";
import { ruleCatalogue, rulesOf } from "@/server/scanner/page/rule-catalogue";
import { seoTable, toSeoResult } from "@/server/scanner/page/seo-checks";
import { criteriaOfTags } from "@/server/scanner/wcag-tags";

const soundFacts: PageFacts = {
  address: "https://a.example/page",
  title: "A title of fitting length",
  elements: 10,
  description: "A description that is long enough to be shown below a result of a search.",
  canonicals: ["https://a.example/page"],
  robots: null,
  language: "en-GB",
  viewport: "width=device-width",
  standardsMode: true,
  characterSet: "UTF-8",
  headings: [
    { level: 1, text: "Main" },
    { level: 2, text: "Part" },
    { level: 3, text: "Detail" },
    { level: 2, text: "Part" },
  ],
  hreflang: [],
  words: 5,
  text: "Five words that are shown",
  mainWords: null,
  fields: [],
  buttons: [],
  shownLinks: [],
  options: [],
  files: [],
  inlineScripts: [],
  frames: [],
  names: [],
  pictures: 1,
  dialogWords: 0,
  shadowText: "",
  refresh: null,
  images: 1,
  brokenImages: [],
  frameLinks: [],
  structure: [],
  insecure: [],
  links: [{ url: "https://a.example/other", text: "The other page" }],
};
const quiet: TabRecord = {
  documents: [],
  requests: 1,
  bytes: 1,
  consoleErrors: [],
  scriptErrors: 0,
  failedRequests: [],
  insecureRequests: [],
  documentBytes: 1,
  usesSockets: false,
};

const seo = (facts: Partial<PageFacts>, robotsHeader: string | null = null) =>
  toSeoResult({ facts: { ...soundFacts, ...facts }, status: 200, robotsHeader, brokenLinks: [] });
const outcome = (result: { checks: { id: string; outcome: string }[] }, id: string) =>
  result.checks.find((check) => check.id === id)?.outcome;

test("SEO: each check fails only on the page that breaks it", () => {
  expect(seo({}).score).toBe(100);
  const wrong: [string, Partial<PageFacts>][] = [
    ["title", { title: "" }],
    ["title-length", { title: "Short" }],
    ["description", { description: null }],
    ["description-length", { description: "Short" }],
    ["h1", { headings: [{ level: 2, text: "x" }] }],
    [
      "heading-order",
      {
        headings: [
          { level: 1, text: "x" },
          { level: 4, text: "y" },
        ],
      },
    ],
    ["canonical", { canonicals: ["https://a.example/1", "https://a.example/2"] }],
    ["canonical", { canonicals: ["https://b.example/"] }],
    [
      "hreflang",
      { hreflang: [{ language: "english", href: "https://a.example/page", url: "https://a.example/page" }] },
    ],
    ["indexable", { robots: "noindex, follow" }],
    ["link-text", { links: [{ url: "https://a.example/", text: "Click here" }] }],
  ];
  for (const [id, facts] of wrong) {
    expect(outcome(seo(facts), id), id).toBe("fail");
    expect(outcome(seo({}), id), id).not.toBe("fail");
  }
  expect(outcome(seo({}, "noindex"), "indexable")).toBe("fail");
  expect(outcome(seo({ canonicals: [] }), "canonical")).toBe("not_applicable");
  expect(new Set(seoTable.map((check) => check.id)).size).toBe(seoTable.length);
});

test("quality: each check fails on the page that breaks it, and states where", () => {
  const quality = (facts: Partial<PageFacts>, record: Partial<TabRecord> = {}) =>
    toQualityResult({ facts: { ...soundFacts, ...facts }, record: { ...quiet, ...record } });
  expect(quality({}).score).toBe(100);
  expect(outcome(quality({ address: "http://a.example/" }), "https")).toBe("fail");
  expect(outcome(quality({ address: "http://localhost:3000/" }), "https")).toBe("not_applicable");
  const mixed = quality({ insecure: ["http://cdn.example/a.js"] }, { insecureRequests: ["http://cdn.example/a.js"] });
  expect(mixed.checks.find((check) => check.id === "mixed-content")).toMatchObject({
    outcome: "fail",
    items: ["http://cdn.example/a.js"],
  });
  expect(outcome(quality({ language: "english please" }), "language")).toBe("fail");
  expect(outcome(quality({ viewport: null }), "viewport")).toBe("fail");
  expect(outcome(quality({ images: 0 }), "missing-images")).toBe("not_applicable");
  const gone = { url: "https://a.example/gone.svg", type: "Image", reason: "404" };
  expect(outcome(quality({ images: 1 }, { failedRequests: [gone] }), "missing-images")).toBe("fail");
  const failing = quality({}, { failedRequests: [{ url: "https://a.example/x.js", type: "Script", reason: "404" }] });
  expect(failing.checks.find((check) => check.id === "failed-requests")?.items).toEqual([
    "https://a.example/x.js (404)",
  ]);
});

test("every rule in use has a help page, and rules name their impact and criteria", () => {
  expect(criteriaOfTags(["cat.color", "wcag2aa", "wcag143", "wcag1410"])).toEqual(["1.4.3", "1.4.10"]);
  expect(ruleCatalogue.get("color-contrast")).toMatchObject({ impact: "serious", wcag: ["1.4.3"] });
  const run = rulesOf("wcag22aa").flatMap((id) => ruleCatalogue.get(id) ?? []);
  expect(run.length).toBeGreaterThan(90);
  expect(run.map((rule) => rule.rule_id)).toContain("target-size");
  const pages = /^https:\/\/(?:dequeuniversity\.com\/rules\/axe\/4\.14|www\.w3\.org\/(?:TR|WAI)\/[\w./-]+)[/#][\w.-]+$/;
  for (const rule of run) expect(rule.help_url).toMatch(pages);
});

test("level AAA adds three rules, and doesn't change the rules for lower levels", () => {
  const added = rulesOf("wcag22aaa").filter((id) => !rulesOf("wcag22aa").includes(id));
  expect(added).toEqual(["color-contrast-enhanced", "identical-links-same-purpose", "meta-refresh-no-exceptions"]);
  expect(rulesOf("wcag22aaa").filter((id) => !added.includes(id))).toEqual(rulesOf("wcag22aa"));
  expect(added.map((id) => ruleCatalogue.get(id)?.wcag)).toEqual([["1.4.6"], ["2.4.9"], ["2.2.4", "3.2.5"]]);
  for (const standard of Standard.options)
    expect(
      added.some((id) => rulesOf(standard).includes(id)),
      standard,
    ).toBe(standard === "wcag22aaa");
});

test("rejects page facts with an invalid URL before a check reads the URL [H3]", () => {
  expect(readAnswer("facts", soundFacts).address).toBe(soundFacts.address);
  for (const address of ["", "a.example", "https://[", "https://a.example:x/"])
    expect(() => readAnswer("facts", { ...soundFacts, address }), address).toThrow(
      "The page's facts couldn't be read: address: not a URL",
    );
});
