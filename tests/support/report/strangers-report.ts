/** Returns data as it might be sent by a caller who knows only the field names of the contract. */
export const strangersReport = (): Record<string, unknown> => ({
  website: "https://shop.example.org",
  audit: { id: 42, engine: { name: "axe-core", version: "4.10" }, completed_at: "", started_at: 1_763_600_000_000 },
  scores: { accessibility: 40.5, performance: null, best_practices: 85 },
  summary: { critical: 2.0, serious: null },
  issues: [
    {
      rule_id: "image-alt",
      impact: "Critical",
      wcag: "1.1.1",
      nodes: [{ target: ["img"], html: "<img>" }, "<img id=b>"],
      pages: ["https://shop.example.org/a", "/b"],
    },
    { id: "color-contrast", impact: "needs-review", wcag: ["wcag143", "WCAG 1.4.3"], nodes: 3, examples: null },
    { rule_id: "mystery", impact: "orange", help: 5, nodes: -3 },
    { impact: null },
    "link-name",
  ],
  pages: ["https://shop.example.org/a", { path: "/b", score: 40, summary: { critical: 3 }, load: "slow" }, {}],
  criteria: [
    { criterion: "wcag111", level: "a", outcome: "Fail" },
    { criterion: "1.4.3", outcome: "OK" },
    { id: "2.4.11", outcome: "cannot tell", status: "cantTell" },
    { criterion: "3.1.1", outcome: "earl:inapplicable" },
    { criterion: "4.1.2", level: 7 },
  ],
  performance: { lcp_ms: 2_100, cls: 0.1, speed_index: 3, score: 71, nested: { ttfb: 120, ok: true } },
  seo: { title: "ok", sitemap: null, headings: ["h1", "h2"] },
  quality: [
    { name: "https", passed: true },
    { id: "doctype", result: "missing" },
  ],
  branding: { name: "Clearway", accent: "3730a3", logo: "" },
  security: { tls: "1.3" },
});
