import { expect, test } from "@playwright/test";
import { CallbackPage } from "@/server/domains/audits/callback-contract";
import { readAxe } from "@/server/domains/audits/read-axe";
import { AxeResult } from "@/server/scanner/contract";
import { somewhatBad } from "@/tests/support/scans";

const node = (target: unknown[], html = "<a>") => ({
  any: [{ id: "x", data: { deep: [1] }, relatedNodes: [], impact: "serious", message: "m" }],
  all: [],
  none: [],
  impact: "serious",
  html,
  target,
  failureSummary: "Fix any of the following:\n  Element has no text",
});

/** A result of `axe.run` in axe-core 4.14, with all its keys. */
const native = {
  testEngine: { name: "axe-core", version: "4.14.1" },
  testRunner: { name: "axe" },
  testEnvironment: { userAgent: "x", windowWidth: 1_280, windowHeight: 720, orientationAngle: 0 },
  timestamp: "2026-11-20T09:00:00.000Z",
  url: "https://example.org/",
  toolOptions: { reporter: "v1" },
  inapplicable: [{ id: "video-caption", impact: null, tags: ["cat.text-alternatives"], nodes: [] }],
  passes: [
    {
      id: "link-name",
      impact: null,
      tags: ["wcag2a", "wcag244"],
      help: "h",
      helpUrl: "u",
      nodes: [node(["a"]), node(["b"]), node(["c"])],
    },
    {
      id: "html-has-lang",
      impact: null,
      tags: ["wcag2a", "wcag311"],
      help: "h",
      helpUrl: "u",
      nodes: [node(["html"])],
    },
  ],
  incomplete: [
    {
      id: "color-contrast",
      impact: "serious",
      tags: ["wcag2aa", "wcag143"],
      help: "h",
      helpUrl: "u",
      nodes: [node([".pale"])],
    },
  ],
  violations: [
    {
      id: "link-name",
      impact: "serious",
      tags: ["cat.name-role-value", "wcag2a", "wcag244", "wcag412", "section508"],
      description: "Ensure links have discernible text",
      help: "Links must have discernible text",
      helpUrl: "https://dequeuniversity.com/rules/axe/4.14/link-name",
      nodes: [node(["nav > a"]), node(["#frame", "main > a"]), node([["#host", "a"]])],
    },
  ],
};

test("reads axe-core's own result object: rules, criteria, and selectors through frames and shadow roots", () => {
  const read = readAxe(native);
  expect(AxeResult.safeParse(read).error).toBeUndefined();
  expect(read).toMatchObject({
    engine: "axe-core",
    engine_version: "4.14.1",
    inapplicable: ["video-caption"],
    violations: [
      {
        rule_id: "link-name",
        impact: "serious",
        wcag: ["2.4.4", "4.1.2"],
        help: "Links must have discernible text",
        help_url: "https://dequeuniversity.com/rules/axe/4.14/link-name",
        node_count: 3,
        nodes: [{ selector: "nav > a" }, { selector: "#frame >>> main > a" }, { selector: "#host >>> a" }],
      },
    ],
    incomplete: [{ rule_id: "color-contrast", wcag: ["1.4.3"], node_count: 1 }],
  });
});

test("counts elements by rule, and calculates the score with the formula", () => {
  const read = readAxe(native);
  expect(read?.checks).toContainEqual({
    rule_id: "link-name",
    impact: "serious",
    passed: 3,
    failed: 3,
    needs_review: 0,
  });
  expect(read?.checks).toContainEqual({
    rule_id: "color-contrast",
    impact: "serious",
    passed: 0,
    failed: 0,
    needs_review: 1,
  });
  const reach = 1 + Math.log10(3) / 2;
  expect(read?.score, "one serious failure with three elements").toBeCloseTo(80 * (1 - 0.07 * reach), 1);
  expect(read?.score_low, "and a serious one that needs review").toBeLessThan(80 * (1 - 0.07 * reach) * 0.93);
});

test("recomputes the score of a compact result, because the scanner that sent it may use another formula", () => {
  const { score, score_low } = somewhatBad;
  expect(readAxe({ ...somewhatBad, score: 100, score_low: 100 })).toMatchObject({ score, score_low });
});

test("shortens a long snippet, but never in the middle of a character", () => {
  const html = `<b>${"x".repeat(596)}👍</b>`;
  const read = readAxe({ ...native, violations: [{ ...native.violations[0], nodes: [node(["b"], html)] }] });
  const [cut] = read?.violations[0]?.nodes ?? [];
  expect(cut?.html).toBe(`<b>${"x".repeat(596)}`);
});

test("accepts the result format of our own scanner unchanged", () => {
  expect(readAxe(JSON.parse(JSON.stringify(somewhatBad)))).toEqual(somewhatBad);
});

for (const [what, value] of [
  ["an empty object", {}],
  ["rules that aren't a list", { violations: {} }],
  ["a rule without an id", { violations: [{ nodes: [] }] }],
  ["an impact that axe does not have", { violations: [{ id: "x", impact: "terrible", nodes: [] }] }],
] as const)
  test(`axe-core results: rejects ${what}`, () => {
    expect(readAxe(value)).toBeNull();
  });

test("a third-party scanner has to send only a page's URL", () => {
  expect(CallbackPage.parse({ url: "https://example.org/" })).toEqual({
    url: "https://example.org/",
    final_url: null,
    template: null,
    started_at: null,
    http_status: null,
    title: null,
    depth: null,
    device: "desktop",
    duration_ms: 0,
    axe: null,
    performance: null,
    seo: null,
    quality: null,
    screenshot: null,
    strips: [],
    documents: [],
    outline: null,
    group: null,
    sample: null,
    excluded: null,
    states: null,
    phone: null,
    journey: null,
    error: null,
  });
});

test("accepts partial sections, and a string as an error", () => {
  const page = CallbackPage.parse({
    url: "https://example.org/",
    performance: { lcp_ms: 900, vendor: "kept" },
    seo: { checks: [{ id: "title", outcome: "pass" }] },
    error: "It did not load.",
  });
  expect(page.performance).toMatchObject({ lcp_ms: 900, cls: null, requests: null, score: null, vendor: "kept" });
  expect(page.seo).toEqual({ score: null, checks: [{ id: "title", title: "", outcome: "pass" }] });
  expect(page.error).toEqual({ code: "failed", message: "It did not load." });
});
