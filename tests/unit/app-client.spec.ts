import { expect, test } from "@playwright/test";
import { completeAddress, shortAddress } from "@/app/_client/address";
import { conflictingId, readProblem } from "@/app/_client/problem";
import { wholeScore } from "@/app/_client/score";
import { withQuery } from "@/app/_client/search-params";
import { safePath } from "@/app/_client/session";
import {
  type Rule,
  rankFailures,
  rankReviews,
} from "@/app/(accessibility)/accessibility/audits/[audit_id]/_parts/rank";
import { formatMetric } from "@/app/(accessibility)/accessibility/audits/[audit_id]/other-scores/format-metric";

test("completes a URL that is typed without its scheme", () => {
  expect(completeAddress(" example.org ")).toBe("https://example.org");
  expect(completeAddress("localhost:3000/shop")).toBe("http://localhost:3000/shop");
  expect(completeAddress("HTTP://example.org")).toBe("HTTP://example.org");
  for (const wrong of ["", "two words", "ftp://example.org", "javascript:alert(1)//x", "https://"])
    expect(completeAddress(wrong), wrong).toBeNull();
  expect(shortAddress("https://example.org/")).toBe("example.org");
});

test("redirects only within the app after signing in", () => {
  expect(safePath("/accessibility/audits/1?x=1#y")).toBe("/accessibility/audits/1?x=1#y");
  for (const elsewhere of [
    undefined,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/accessibility/..//evil.example",
    "//[",
  ])
    expect(safePath(elsewhere), String(elsewhere)).toBe("/accessibility");
});

test("reads the API's error, and reports any other response as an unreachable server", () => {
  const details = [{ path: "url", message: "Give a web address." }, "noise"];
  const refused = { message: "Invalid input. Check url.", data: { code: "invalid_input", details } };
  expect(readProblem(refused)).toMatchObject({ code: "invalid_input", fields: [details[0]] });
  expect(readProblem(new TypeError("Failed to fetch"))).toMatchObject({ code: "offline", fields: [] });
  const clash = { message: "It runs.", data: { code: "conflict", details: { audit_id: "a1" } } };
  expect(conflictingId(clash, "audit_id")).toBe("a1");
  expect(conflictingId(clash, "website_id")).toBeNull();
  expect(conflictingId(refused, "audit_id")).toBeNull();
});

const rule = (rule_id: string, impact: Rule["impact"], nodes: number, pages: number, review_nodes = 0): Rule => ({
  rule_id,
  impact,
  help: rule_id,
  description: "",
  help_url: "",
  wcag: [],
  nodes,
  pages,
  review_nodes,
  review_pages: review_nodes,
  passed_nodes: 0,
  passed_pages: 0,
  engines: ["axe-core"],
});

test("sorts rules by impact weight times number of pages, then by number of elements, and lists those that need review separately", () => {
  const rules = [
    rule("everywhere-minor", "minor", 40, 40),
    rule("few-critical", "critical", 5, 5),
    rule("more-critical", "critical", 9, 5),
    rule("no-impact", null, 6, 1),
    rule("only-review", "serious", 0, 0, 3),
  ];
  const ranked = rankFailures(rules);
  expect(ranked.map(({ rule_id }) => rule_id)).toEqual([
    "more-critical",
    "few-critical",
    "everywhere-minor",
    "no-impact",
  ]);
  expect(ranked.map(({ share }) => share).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  expect(rankReviews(rules)).toMatchObject([{ rule_id: "only-review", severity: "needs_review", nodes: 3, share: 1 }]);
});

test("formats numbers with their units, and shows 100 only when nothing failed", () => {
  expect([99.9, 100, null].map(wholeScore)).toEqual([99, 100, null]);
  expect(formatMetric("lcp_ms", 2_340)).toBe("2.3 s");
  expect(formatMetric("ttfb_ms", 120)).toBe("120 ms");
  expect(formatMetric("weight_bytes", 17_400)).toBe("17 kB");
  expect(formatMetric("weight_bytes", 2_400_000)).toBe("2.4 MB");
  expect(formatMetric("cls", 0.0341)).toBe("0.034");
  expect(formatMetric("tbt_ms", null)).toBe("Not measured");
});

test("puts only defined values into a query string", () => {
  expect(withQuery("/sign-in", { email: "a@b.c", next: undefined, empty: "" })).toBe("/sign-in?email=a%40b.c");
  expect(withQuery("/sign-in", {})).toBe("/sign-in");
  expect(withQuery("/rules?show=needs_review", { view: "dark" })).toBe("/rules?show=needs_review&view=dark");
});
