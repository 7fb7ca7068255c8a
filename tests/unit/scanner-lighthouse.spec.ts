import { expect, test } from "@playwright/test";
import type { Result } from "lighthouse";
import { Lighthouse, ScanCallback, ScanOptions } from "@/server/scanner/contract";
import { plainText, readLighthouse } from "@/server/scanner/lighthouse/read-lighthouse";
import run from "../support/scanner/lighthouse-run.json" with { type: "json" };

const url = "http://shop.example/";
const resultWith = (change: object = {}): Result => ({ ...structuredClone(run), ...change }) as unknown as Result;
const read = (change: object = {}) => readLighthouse(resultWith(change), url, "mobile");

test("keeps the scores, metrics and failed audits of a Lighthouse run", () => {
  const lighthouse = read();
  expect(lighthouse).toMatchObject({
    url: "http://shop.example/start",
    device: "mobile",
    lighthouse_version: "13.5.0",
    fetched_at: run.fetchTime,
    categories: { performance: 100, accessibility: 75, best_practices: 100, seo: 85 },
    metrics: { fcp_ms: 802, lcp_ms: 952, tbt_ms: 0, cls: 0, speed_index_ms: 802, tti_ms: 952 },
  });
  const audits = "audits" in lighthouse ? lighthouse.audits : [];
  expect(audits.map(({ id, category, score }) => [id, category, score])).toEqual([
    ["cache-insight", "performance", 50],
    ["button-name", "accessibility", 0],
    ["image-alt", "accessibility", 0],
    ["link-text", "seo", 0],
  ]);
  expect(audits[0]).toMatchObject({
    title: "Use efficient cache lifetimes",
    description: "A long cache lifetime can speed up repeat visits to your page.",
    display_value: "Est savings of 13 KiB",
  });
  expect(audits[2]?.title).toBe("Image elements do not have [alt] attributes");
});

test("text contains no Markdown and no learn-more link, and respects the length limit", () => {
  expect(plainText("Use `<a>`. [Learn more about `a`](https://a.example/).", 500)).toBe("Use <a>.");
  expect(plainText("[Reduce its latency](https://a.example/x) by\n avoiding redirects.", 500)).toBe(
    "Reduce its latency by avoiding redirects.",
  );
  expect(plainText("x".repeat(600), 500)).toHaveLength(500);
});

test("reports a failed run with Lighthouse's own reason and nothing else", () => {
  const runtimeError = { code: "NO_FCP", message: "The page did not paint any content. (NO_FCP)" };
  expect(read({ runtimeError })).toEqual({
    url,
    error: { code: "no_fcp", message: "The page did not paint any content. (NO_FCP)" },
  });
  const quoting = { code: "X", message: "Could not load /?token=abc for anna@shop.example" };
  expect(read({ runtimeError: quoting })).toMatchObject({ error: { message: "Could not load /?token=… for …@…" } });
  expect(read({ runtimeError: { code: "X".repeat(900), message: "y".repeat(9_000) } })).toMatchObject({ url });
});

test("the result has a limited size and a fixed shape, whatever figures a page produces", () => {
  const audit = { ...run.audits["button-name"], title: "`x`".repeat(9_000), description: "d".repeat(90_000) };
  const audits = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`a${index}`, { ...audit, id: `a${index}` }]),
  );
  const auditRefs = [...Object.keys(audits), "missing"].map((id) => ({ id, weight: 1 }));
  const odd = read({
    finalDisplayedUrl: `http://shop.example/${"a".repeat(9_000)}`,
    audits: {
      ...audits,
      "first-contentful-paint": { numericValue: Number.NaN },
      "largest-contentful-paint": { numericValue: Number.POSITIVE_INFINITY },
      "speed-index": { numericValue: -5 },
      "cumulative-layout-shift": { numericValue: "1" },
    },
    categories: { performance: { score: null, auditRefs }, accessibility: { score: 7, auditRefs: [] } },
  });
  expect(Lighthouse.parse(odd)).toMatchObject({
    categories: { performance: null, accessibility: 100, best_practices: null, seo: null },
    metrics: { fcp_ms: null, lcp_ms: null, tbt_ms: null, cls: null, speed_index_ms: 0, tti_ms: null },
  });
  expect("audits" in odd && odd.audits.length).toBe(200);
  expect(JSON.stringify(odd).length).toBeLessThan(1_000_000);
});

test("Lighthouse is off by default, and callbacks reject data that merely resembles its result", () => {
  expect(ScanOptions.parse({}).lighthouse).toBe(false);
  const event = { audit_id: "a", sequence: 1, event: "audit.completed" };
  expect(ScanCallback.safeParse(event).success).toBe(true);
  const good = read();
  expect(ScanCallback.safeParse({ ...event, lighthouse: good }).success).toBe(true);
  for (const wrong of [
    {},
    "100",
    { ...good, categories: { performance: 101 } },
    { ...good, html: "<script>" },
    { ...good, url: "" },
    { url, error: { code: "", message: "" } },
    { url, error: { code: "x", message: "m".repeat(501) } },
  ])
    expect(ScanCallback.safeParse({ ...event, lighthouse: wrong }).success).toBe(false);
});
