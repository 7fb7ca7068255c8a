import { deflateSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { ReportData } from "@/server/domains/reports/report-data";
import { makePng, TINY_JPEG } from "../support/report/pictures";
import { sampleReport } from "../support/report/sample-report";
import { strangersReport } from "../support/report/strangers-report";

const problems = (data: unknown): Record<string, string> => {
  const result = ReportData.safeParse(data);
  return Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
};

const logoProblem = (logo: string) => problems({ branding: { logo } })["branding.logo"];
const png = (file: Buffer) => `data:image/png;base64,${file.toString("base64")}`;

test("accepts missing data, null sections and unknown keys, and keeps the unknown keys", () => {
  expect(problems({})).toEqual({});
  const data = {
    mine: 1,
    website: null,
    issues: [{ rule_id: "x", mine: [2] }],
    scores: { accessibility: null, mine: 3 },
  };
  expect(ReportData.parse(data)).toMatchObject(data);
  expect(ReportData.parse(sampleReport())).toEqual(sampleReport());
});

test("accepts data that other systems send under the contract's field names, and parses its own output unchanged", () => {
  const data = ReportData.parse(strangersReport());
  expect(data.website).toMatchObject({ url: "https://shop.example.org", name: null });
  expect(data.audit).toMatchObject({ id: "42", engine: "axe-core 4.10", completed_at: null });
  expect(data.issues?.map(({ impact }) => impact)).toEqual(["critical", "needs_review", null, null, null]);
  expect(data.issues?.[0]).toMatchObject({ rule_id: "image-alt", wcag: ["1.1.1"], nodes: 2, pages: 2 });
  expect(data.issues?.[0]?.examples).toMatchObject([{ html: "<img>", selector: "img" }, { html: "<img id=b>" }]);
  expect(data.issues?.[4]).toMatchObject({ rule_id: "link-name" });
  expect(data.pages?.map(({ url }) => url)).toEqual(["https://shop.example.org/a", "/b", ""]);
  expect(data.pages?.[1]).toMatchObject({ scores: { accessibility: 40 }, counts: { critical: 3 }, load: "slow" });
  expect(data.criteria?.map(({ criterion, outcome }) => `${criterion} ${outcome}`)).toEqual([
    "1.1.1 failed",
    "1.4.3 passed",
    "2.4.11 needs_review",
    "3.1.1 not_applicable",
    "4.1.2 not_tested",
  ]);
  expect(data.performance).toMatchObject({ metrics: { lcp_ms: 2_100, cls: 0.1 }, speed_index: 3 });
  expect(data.seo).toMatchObject({ title: "ok", checks: null });
  expect(data.quality?.checks?.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(["https pass", "doctype fail"]);
  expect(data.branding).toMatchObject({ accent: "#3730a3", logo: null });
  expect(ReportData.parse(data)).toEqual(data);
});

test("names every field with the wrong type", () => {
  const data = {
    scores: { accessibility: "88", seo: 101 },
    issues: [7],
    pages: "all",
    summary: { critical: -1 },
  };
  expect(Object.keys(problems(data)).sort()).toEqual([
    "issues.0",
    "pages",
    "scores.accessibility",
    "scores.seo",
    "summary.critical",
  ]);
});

test("rejects an invalid time, an invalid colour, and a logo URL that would have to be fetched", () => {
  const data = {
    audit: { completed_at: "yesterday" },
    branding: { accent: "red; x", logo: "https://example.org/logo.png" },
  };
  expect(problems(data)).toMatchObject({
    "audit.completed_at": expect.stringContaining("date and time"),
    "branding.accent": expect.stringContaining("#0b5fff"),
    "branding.logo": expect.stringContaining("URLs aren't fetched"),
  });
});

test("accepts PNG and JPEG logos as data: URIs or bare base64", () => {
  expect(logoProblem(png(makePng({ width: 3, height: 2 })))).toBeUndefined();
  expect(logoProblem(makePng({ width: 3, height: 2 }).toString("base64"))).toBeUndefined();
  expect(logoProblem(`data:image/jpg;base64,${TINY_JPEG}`)).toBeUndefined();
  expect(logoProblem(TINY_JPEG)).toBeUndefined();
});

test("rejects a damaged logo, and one that would decompress to gigabytes, without decompressing it", () => {
  const whole = makePng({ width: 30, height: 20 });
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(whole.readUInt8(whole.length - 20) ^ 0xff, whole.length - 20);
  expect(logoProblem(png(flipped))).toContain("damaged");
  expect(logoProblem(png(whole.subarray(0, -20)))).toContain("damaged");
  expect(logoProblem("data:image/png;base64,AAAA")).toContain("damaged");
  expect(logoProblem(`data:image/jpeg;base64,${TINY_JPEG.slice(0, 200)}`)).toContain("damaged");
  expect(logoProblem(png(makePng({ width: 0, height: 5 })))).toContain("damaged");
  const bomb = makePng({ width: 30_000, height: 30_000, data: deflateSync(Buffer.alloc(1_000_000)) });
  const before = process.memoryUsage().rss;
  expect(logoProblem(png(bomb))).toContain("4000 pixels");
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

test("accepts text of any length, and rejects lists that are too long", () => {
  const long = "x".repeat(200_000);
  expect(problems({ website: { name: long }, issues: [{ rule_id: long, help: long }] })).toEqual({});
  expect(problems({ issues: Array.from({ length: 10_000 }, () => ({ rule_id: "x" })) })).toEqual({});
  expect(Object.keys(problems({ issues: Array.from({ length: 20_001 }, () => ({})) }))).toEqual(["issues"]);
});
