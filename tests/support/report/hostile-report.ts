import { ReportData } from "@/server/domains/reports/report-data";
import { sampleReport } from "./sample-report";

const LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(6);
const LONG_ADDRESS = `https://shop.example.org/${"a".repeat(1_500)}?${"q=1&".repeat(300)}`;

export const SCRIPT = '<script>alert("x")</script>';
export const CHINESE = "中文网站";
export const HEBREW = "אתר נגיש";
export const EMOJI = "🚀👩‍👩‍👧‍👦❤️";

const ODD_TEXTS = [
  `${SCRIPT}<b>bold</b>&amp;`,
  `${CHINESE} ${HEBREW} العربية ${EMOJI}`,
  LONG_WORD,
  "control \u0000\u0007\u001b[31m and half \ud83d characters \u202etricked\u202c",
  "e\u0301\u0301\u0301 zalgo t\u0335\u0321\u0358h\u0337e\u0336\u0322 combining",
  ")(\\ /Title (x) endobj %%EOF",
  "",
];

const WCAG_NUMBERS = Array.from({ length: 50 }, (_, index) => `9.9.${index}`);

const odd = (index: number): string => ODD_TEXTS[index % ODD_TEXTS.length] ?? "";

/** Returns a report with everything that a hostile caller might send to break its layout. */
export const hostileReport = (): ReportData =>
  ReportData.parse({
    ...sampleReport(2),
    website: { url: LONG_ADDRESS, name: `${SCRIPT} ${CHINESE} ${HEBREW} ${EMOJI} ${LONG_WORD}`.slice(0, 500) },
    audit: {
      id: LONG_WORD.slice(0, 200),
      standard: odd(1),
      engine: odd(3),
      pages_scanned: 0,
      pages_failed: 1_000_000_000,
    },
    branding: { name: `${EMOJI} & <Söhne>`, accent: "#ff0" },
    issues: Array.from({ length: 15 }, (_, index) => ({
      rule_id: index === 0 ? "__proto__" : `rule-${index} ${odd(index)}`.slice(0, 200),
      impact: index % 5 === 4 ? null : "critical",
      wcag: index === 6 ? WCAG_NUMBERS : [odd(index).slice(0, 100), "wcag143", "9.9.9"],
      help: odd(index + 1),
      description: index === 5 ? "Very long. ".repeat(450) : odd(index + 2),
      help_url: index % 2 ? "javascript:alert(1)" : `https://example.org/${odd(1)}`,
      nodes: index === 3 ? 1_000_000_000 : null,
      pages: null,
      examples: Array.from({ length: 5 }, (__, place) => ({
        page_url: place ? LONG_ADDRESS : odd(index),
        selector: LONG_WORD,
        html: `<p title="${odd(index + place)}">${odd(place)}${"<div>".repeat(400)}`,
      })),
    })),
    pages: Array.from({ length: 14 }, (_, index) => ({ url: LONG_ADDRESS, title: odd(index), error: odd(index + 1) })),
    criteria: ODD_TEXTS.filter(Boolean).map((text) => ({
      criterion: text.slice(0, 100),
      outcome: "failed",
      name: text,
    })),
    seo: { checks: ODD_TEXTS.map((title) => ({ id: "x", title, outcome: "fail", pages_failed: 3 })) },
    performance: { metrics: { lcp_ms: 1e12, cls: 0 }, slowest_pages: [{ url: odd(1) }, { url: LONG_ADDRESS }] },
  });

/** Returns a report with every section present and empty. */
export const emptySections = (): ReportData =>
  ReportData.parse({
    website: null,
    audit: {},
    scores: null,
    summary: {},
    pages: [],
    issues: [],
    criteria: [],
    performance: { metrics: null },
    seo: { checks: [] },
    quality: null,
    branding: {},
  });

/** Returns a report in which all text consists of words of 20,000 letters and unbroken URLs. */
export const longWords = (): ReportData => {
  const sample = sampleReport(2);
  const word = "Donaudampfschifffahrt".repeat(950);
  const address = `https://example.org/${"a".repeat(20_000)}`;
  return ReportData.parse({
    ...sample,
    website: { url: address, name: word },
    audit: { id: word, standard: word, engine: word, pages_scanned: 1e15 },
    branding: { name: word },
    summary: { critical: 9e15, serious: 1e12 },
    issues: sample.issues?.map((issue, index) => ({
      ...issue,
      rule_id: `${index} ${word}`,
      help: word,
      description: word,
      wcag: [word],
      examples: [{ page_url: address, selector: word, html: word }],
    })),
    pages: sample.pages?.map(() => ({ url: address, title: word, error: word })),
    criteria: [{ criterion: word, name: word, outcome: "failed" }],
  });
};

/** Returns a report with 10,000 rules, each of which fails on a billion elements on 10,000 pages. */
export const manyRules = (): ReportData =>
  ReportData.parse({
    website: { url: "https://example.org/", name: "Example ".repeat(2_000) },
    issues: Array.from({ length: 10_000 }, (_, index) => ({
      rule_id: `rule-${index}`,
      impact: ["critical", "serious", "moderate", "minor", null][index % 5],
      help: `Rule ${index} has a help text of a usual length that goes on and on`,
      nodes: 1_000_000_000,
      pages: 10_000,
      wcag: ["1.1.1"],
    })),
    pages: Array.from({ length: 10_000 }, (_, index) => ({ url: `https://example.org/${index}` })),
    criteria: Array.from({ length: 300 }, (_, index) => ({ criterion: `9.9.${index}`, outcome: "failed" })),
  });
