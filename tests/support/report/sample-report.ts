import { criteriaOfStandard } from "@/server/domains/audits/rules";
import { ReportData, type ReportImpact, type ReportIssue } from "@/server/domains/reports/report-data";
import { ruleFacts } from "@/server/scanner/rule-facts";

type SampleRule = { id: string; impact: ReportImpact; nodes: number; pages: number; html: string; selector: string };

const RULES: readonly SampleRule[] = [
  {
    id: "button-name",
    impact: "critical",
    nodes: 41,
    pages: 12,
    html: '<button class="icon-button js-add-to-cart" data-product="4711" type="button"><svg width="20" height="20"><use href="#cart"></use></svg></button>',
    selector: "main > section:nth-child(2) > div.card:nth-of-type(3) > button.icon-button",
  },
  {
    id: "label",
    impact: "critical",
    nodes: 9,
    pages: 4,
    html: '<input type="email" name="newsletter" placeholder="Your e-mail" class="field">',
    selector: "#newsletter > input[name='newsletter']",
  },
  {
    id: "image-alt",
    impact: "critical",
    nodes: 128,
    pages: 31,
    html: '<img src="/img/products/teapot-blue-large.webp" width="320" height="240" class="product-image">',
    selector: "main > ul.products > li:nth-child(4) > a > img",
  },
  {
    id: "color-contrast",
    impact: "serious",
    nodes: 212,
    pages: 40,
    html: '<p class="hint">Delivery within <em>three days</em></p>',
    selector: "main > aside > p.hint",
  },
  {
    id: "link-name",
    impact: "serious",
    nodes: 17,
    pages: 9,
    html: '<a href="https://social.example/shop"><i class="icon icon-social"></i></a>',
    selector: "footer > ul > li:nth-child(1) > a",
  },
  {
    id: "html-has-lang",
    impact: "serious",
    nodes: 3,
    pages: 3,
    html: '<html class="no-js">',
    selector: "html",
  },
  {
    id: "heading-order",
    impact: "moderate",
    nodes: 22,
    pages: 22,
    html: '<h4 class="teaser__title">Our new teapots</h4>',
    selector: "main > article > h4",
  },
  {
    id: "region",
    impact: "moderate",
    nodes: 40,
    pages: 40,
    html: '<div class="cookie-note">We use cookies …</div>',
    selector: "body > div.cookie-note",
  },
  {
    id: "tabindex",
    impact: "minor",
    nodes: 5,
    pages: 5,
    html: '<a href="/help" tabindex="4" class="help">Help</a>',
    selector: "header > a.help",
  },
];

const SITE = "https://shop.example.org";

const address = (index: number) => `${SITE}/catalogue/category-${index % 7}/product-${index}?variant=blue`;

const issueOf = (rule: SampleRule, examples: number): ReportIssue => {
  const { help, description, help_url, wcag } = ruleFacts(rule.id);
  return {
    rule_id: rule.id,
    impact: rule.impact,
    wcag,
    help,
    description,
    help_url,
    nodes: rule.nodes,
    pages: rule.pages,
    examples: Array.from({ length: Math.min(examples, rule.nodes) }, (_, index) => ({
      page_url: address(index),
      selector: rule.selector,
      html: rule.html,
    })),
  };
};

const criteria = () => {
  const failed = new Set(RULES.flatMap(({ id }) => ruleFacts(id).wcag));
  const machine = new Set(["1.3.1", "2.4.1", "2.4.2", "3.1.2", "1.4.4", "2.2.2", "1.2.2", "2.5.8"]);
  return criteriaOfStandard("wcag22aa").map(({ criterion, level, name }) => ({
    criterion,
    level,
    name,
    outcome: failed.has(criterion)
      ? ("failed" as const)
      : machine.has(criterion)
        ? ("no_failures" as const)
        : criterion === "2.1.2"
          ? ("passed" as const)
          : criterion === "1.2.1"
            ? ("needs_review" as const)
            : ("not_tested" as const),
  }));
};

const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    url: index === 0 ? `${SITE}/` : address(index),
    title: index === 0 ? "Teapots & more" : `Teapot no. ${index}`,
    http_status: 200,
    scores: { accessibility: 60 + ((index * 7) % 38), accessibility_low: 50 + ((index * 7) % 38) },
    counts: { critical: (index * 3) % 7, serious: (index * 5) % 11, moderate: index % 3, minor: index % 2 },
    ...(index === 17 ? { error: "The page did not answer within 30 seconds." } : {}),
  }));

const checks = (titles: readonly string[]) => ({
  checks: titles.map((title, index) => ({
    id: `check-${index}`,
    title,
    outcome: index % 4 === 3 ? ("not_measured" as const) : index % 2 ? ("fail" as const) : ("pass" as const),
    pages_failed: index % 2 ? index * 3 : 0,
    pages_total: 40,
  })),
});

/** Returns a report about an invented shop: 40 pages, nine failing rules, and one that needs review. */
export const sampleReport = (examplesPerRule = 12): ReportData =>
  ReportData.parse({
    website: { url: `${SITE}/`, name: "The Teapot Shop" },
    audit: {
      id: "0192f0aa-0000-7000-8000-000000000001",
      started_at: "2026-11-20T09:12:00.000Z",
      completed_at: "2026-11-20T09:14:31.000Z",
      standard: "wcag22aa",
      engine: "axe-core 4.14.1",
      pages_scanned: 40,
      pages_failed: 1,
    },
    scores: {
      accessibility: 71,
      accessibility_low: 58.4,
      accessibility_version: 2,
      performance: 64,
      seo: 90,
      quality: null,
    },
    summary: { critical: 178, serious: 232, moderate: 62, minor: 5, needs_review: 14, passed: 5120 },
    pages: pages(40),
    issues: [
      ...RULES.map((rule) => issueOf(rule, examplesPerRule)),
      {
        ...issueOf({ ...RULES[3], id: "link-in-text-block" } as SampleRule, 1),
        impact: "needs_review",
        nodes: 14,
        pages: 8,
      },
    ],
    criteria: criteria(),
    performance: {
      aggregate: "p75",
      pages_measured: 39,
      metrics: {
        lcp_ms: 3120,
        cls: 0.04,
        fcp_ms: 1490,
        ttfb_ms: 310,
        tbt_ms: 720,
        weight_bytes: 2_840_000,
        requests: 71,
      },
      slowest_pages: [3, 9, 21].map((index) => ({
        url: address(index),
        lcp_ms: 6100 - index * 40,
        weight_bytes: 4_100_000,
        requests: 120,
      })),
    },
    seo: checks(["Title present", "Description present", "Canonical address", "Structured data", "Broken links"]),
    quality: null,
    documents: {
      ...{ total: 4, not_checked: 1 },
      list: [
        {
          ...{ url: `${SITE}/files/price-list.pdf`, title: "Price list", pages: 12, problem: null },
          counts: { critical: 3, serious: 14, moderate: 0, minor: 1, needs_review: 1 },
        },
        {
          ...{
            url: `${SITE}/files/catalogue-with-a-long-name-of-spring-2026.pdf`,
            title: null,
            pages: 48,
            problem: null,
          },
          counts: { critical: 0, serious: 2, moderate: 0, minor: 0, needs_review: 0 },
        },
        {
          ...{ url: `${SITE}/files/terms.pdf`, title: null, pages: null, problem: "encrypted" },
          counts: { critical: 0, serious: 0, moderate: 0, minor: 0, needs_review: 0 },
        },
      ],
      clauses: [
        {
          ...{ clause: "7.3-1", message: "A figure has neither alternative text nor replacement text.", documents: 1 },
          ...{ impact: "critical", outcome: "failed", criteria: ["1.1.1"] },
        },
        {
          ...{ clause: "7.1-3", message: "Content is neither tagged nor marked as decorative (an artifact)." },
          ...{ impact: "serious", outcome: "failed", criteria: ["1.3.1", "1.3.2"], documents: 2 },
        },
        {
          ...{ clause: "7.17-1", message: "A long document has no bookmarks.", documents: 1 },
          ...{ impact: "moderate", outcome: "needs_review", criteria: ["2.4.5"] },
        },
      ],
    },
    branding: { name: "Clearway Consulting", accent: "#e8590c" },
  });

/**
 * Returns a large report, as an outside caller might send it, with this many issue rows. The rows are spread over all
 * rules, and each row has one example.
 */
export const largeReport = (rows: number): ReportData => ({
  ...sampleReport(0),
  issues: Array.from({ length: rows }, (_, index) => {
    const rule = RULES[index % RULES.length] as SampleRule;
    const { html, selector } = rule;
    const example = {
      page_url: address(index),
      selector: `${selector}:nth-of-type(${index % 90})`,
      html: html.replace(" ", ` data-row="${index}" `),
    };
    return { ...issueOf(rule, 0), nodes: 1, pages: 1, examples: [example] };
  }),
});
