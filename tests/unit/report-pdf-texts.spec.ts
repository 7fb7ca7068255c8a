import { expect, test } from "@playwright/test";
import { inLanguage } from "@/messages/runtime/in-language";
import type { Catalogue } from "@/messages/runtime/language";
import { processWide } from "@/server/core/process-wide";
import { renderDocument } from "@/server/domains/reports/pdf/documents/render-document";
import { ReportRenderer } from "@/server/domains/reports/pdf/report-worker";
import { ReportData } from "@/server/domains/reports/report-data";
import { offerLanguages } from "@/start/offer-languages";
import { longUnless } from "../support/long";
import { type PdfFacts, readPdf, wholeText } from "../support/report/read-pdf";

const pseudo = "en-XA";

test.beforeAll(() => offerLanguages([pseudo]));

// Removes the added languages, because other tests in this process expect only those that they add themselves.
test.afterAll(() => {
  processWide<Map<string, Catalogue>>("catalogues").value?.delete(pseudo);
});

const impacts = ["critical", "serious", "moderate", "minor", "needs_review", null];
const outcomes = ["failed", "passed", "no_failures", "needs_review", "not_tested", "not_applicable"];

/** Returns a report whose own text has no letters except q, apart from known rules and URL schemes. */
const reportOfQs = (): ReportData =>
  ReportData.parse({
    website: { url: "https://q.q/", name: "Q" },
    audit: {
      id: "q",
      standard: "q",
      engine: "q",
      completed_at: "2026-11-20T09:14:31Z",
      pages_scanned: 40,
      pages_failed: 2,
    },
    scores: { accessibility: 71, performance: 64, q: 3 },
    issues: [
      ...impacts.map((impact, index) => ({
        rule_id: index === 0 ? "button-name" : `q${index}`,
        impact,
        wcag: index % 2 ? ["1.1.1", "9.9.9"] : [],
        nodes: index * 5,
        pages: index,
        help_url: index % 2 ? "https://q.q/q" : null,
        examples: Array.from({ length: 5 }, (_, place) => ({
          page_url: place ? `https://q.q/${place}` : null,
          selector: "q",
          html: `<q q="${place}">`,
        })),
      })),
    ],
    pages: Array.from({ length: 9 }, (_, index) => ({
      url: index ? `https://q.q/${index}` : "",
      title: "q",
      scores: { accessibility: 50 },
      counts: { critical: index },
      error: index === 3 ? "q" : null,
    })),
    criteria: outcomes.map((outcome, index) => ({ criterion: `9.9.${index}`, name: "q", outcome })),
    performance: {
      aggregate: "p75",
      pages_measured: 3,
      metrics: { lcp_ms: 5_000, cls: 0.1, weight_bytes: 2e6, requests: 3, q: null },
      slowest_pages: [{ url: "https://q.q/1", lcp_ms: 900 }],
      qq: { q: true, qq: { qqq: { qqqq: { q: 1 } } } },
      "": [],
    },
    seo: {
      score: 50,
      checks: ["pass", "fail", "not_measured"].map((outcome) => ({
        id: "q",
        outcome,
        pages_failed: 1,
        pages_total: 4,
      })),
    },
    quality: null,
    lighthouse: { lighthouse_version: "1", device: "mobile", categories: { seo: 50 }, audits: [{ title: "q" }] },
  });

const allTexts = ({ title, bookmarks, texts, artifactTexts, links }: PdfFacts): string =>
  [
    title,
    ...bookmarks.flatMap((bookmark) => [bookmark.title, ...bookmark.children]),
    ...texts.flatMap(({ text, alt }) => [text, alt ?? ""]),
    ...artifactTexts,
    ...links.map(({ contents }) => contents),
  ].join("\n");

/** Returns the words outside the brackets in which the pseudo-language puts messages. A message may be cut off. */
const wordsOutside = (text: string): string[] => {
  let rest = text;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replaceAll(/\[[^[\]]*(?:\]|…)/g, "");
  }
  return [...new Set(rest.match(/\p{L}+/gu))];
};

for (const variant of ["full", "report", "accessibility", "singlePage"] as const) {
  test(`all text in the ${variant} variant comes from the catalogues${longUnless(variant === "singlePage")}`, async () => {
    const facts = await readPdf(await inLanguage(pseudo, () => renderDocument({ variant, data: reportOfQs() })));
    expect(facts.language).toBe(pseudo);
    const ours = wordsOutside(allTexts(facts)).filter((word) => !/^q+$/i.test(word));
    const names = ["Curbcut", "button", "name", "https"];
    expect(ours.filter((word) => !names.includes(word))).toEqual([]);
  });
}

const limits = { timeout_ms: 60_000, processor_ms: 60_000, idle_ms: 60_000, max_queue: 2, max_memory_mb: 512 };

test("the worker renders a report in the language that its request names, or in English if it names none @long", async () => {
  const renderer = new ReportRenderer({ ...limits, max_reports: 50, worn_heap_mb: 1_000 });
  const request = { variant: "singlePage", data: reportOfQs() } as const;
  try {
    const files = await Promise.all([renderer.render({ ...request, language: pseudo }), renderer.render(request)]);
    const [theirs, usual] = await Promise.all(files.map(({ file }) => readPdf(file)));
    expect([theirs?.language, usual?.language]).toEqual([pseudo, "en-GB"]);
    expect(theirs?.bookmarks.map(({ title }) => title)).toContain("[Súmmáry~~~]");
    expect(usual?.bookmarks.map(({ title }) => title)).toContain("Summary");
  } finally {
    await renderer.close();
  }
});

test("names the engines that reported a finding, and counts the elements that only the second engine reported @long", async () => {
  const textWith = async (second_engine: { name: string; elements: number } | undefined, engines: string[]) => {
    const data = reportOfQs();
    const issues = data.issues?.map((issue) => ({ ...issue, engines }));
    const file = await renderDocument({
      variant: "full",
      data: { ...data, issues, audit: { ...data.audit, ...(second_engine ? { second_engine } : {}) } },
    });
    return wholeText(await readPdf(file));
  };
  const both = await textWith({ name: "AccessLint 0.21.0", elements: 3 }, ["axe-core", "accesslint"]);
  expect(both).toContain("Second engine: AccessLint 0.21.0. 3 elements reported only by this engine need review.");
  expect(both).toContain("Reported by axe-core and AccessLint.");
  const one = await textWith(undefined, ["axe-core"]);
  expect(one).not.toContain("Second engine");
  expect(one).not.toContain("Reported by");
});

test("the report states if slow checks ran on only some of the pages, or on none @long", async () => {
  const textWith = async (depth: string) => {
    const data = reportOfQs();
    const file = await renderDocument({ variant: "full", data: { ...data, audit: { ...data.audit, depth } } });
    return wholeText(await readPdf(file));
  };
  expect(await textWith("quick")).toContain("resize the window did not run");
  expect(await textWith("templates")).toContain("two pages of each template");
  for (const other of ["full", "thorough"]) expect(await textWith(other)).not.toContain("resize the window");
});

test("an example names the views in which the element fails, unless it fails only in the usual one @long", async () => {
  const textWith = async (views: string[] | null) => {
    const data = reportOfQs();
    const example = { page_url: "https://example.org/", selector: "#menu", html: "<button></button>", views };
    const issues = data.issues?.map((issue) => ({ ...issue, examples: [example] }));
    return wholeText(await readPdf(await renderDocument({ variant: "full", data: { ...data, issues } })));
  };
  expect(await textWith(["narrow"])).toContain("Found in a narrow window (320 pixels).");
  expect(await textWith(["phone", "zoom_200"])).toContain("Found at 200% zoom and on a phone.");
  expect(await textWith(["dark", "usual"])).toContain("Found in the usual window and in dark mode.");
  for (const usual of [["usual"], null, ["nonsense"]]) expect(await textWith(usual)).not.toMatch(/Found (?:in|on|at) /);
});

test("an example says how to reach the state of the page that contains the element @long", async () => {
  const textWith = async (reach: string | null) => {
    const data = reportOfQs();
    const example = { page_url: "https://example.org/", selector: "#menu", html: "<button></button>", reach };
    const issues = data.issues?.map((issue) => ({ ...issue, examples: [example] }));
    return wholeText(await readPdf(await renderDocument({ variant: "full", data: { ...data, issues } })));
  };
  expect(await textWith("open “Menu”")).toContain("To reach it: open “Menu”.");
  for (const none of [null, ""]) expect(await textWith(none)).not.toContain("To reach it");
});
