import { expect, test } from "@playwright/test";
import { parseArguments, readAddress, UsageError } from "@/scripts/audit/arguments";
import { AuditCollector } from "@/scripts/audit/collect";
import { countAtOrAbove } from "@/scripts/audit/count-at-or-above";
import { ruleTable, summariseAudit } from "@/scripts/audit/print-results";
import { createProgress, drawBar } from "@/scripts/audit/progress";
import { percentile75 } from "@/scripts/audit/summarise-pages";
import { ReportData } from "@/server/domains/reports/report-data";
import { type Lighthouse, type PageError, PageResult, type ScanDepth } from "@/server/scanner/contract";
import type { Engine } from "@/server/scanner/engines";
import { stripPage } from "../support/screenshots";

const page = (path: string, more: Partial<PageResult> = {}): PageResult =>
  PageResult.parse({
    url: `https://example.org${path}`,
    final_url: `https://example.org${path}`,
    http_status: 200,
    title: path,
    device: "desktop",
    started_at: "2026-11-20T09:00:00.000Z",
    duration_ms: 900,
    ...more,
  });

const rule = (rule_id: string, impact: string, selectors: string[]) => ({
  rule_id,
  impact,
  help: `help of ${rule_id}`,
  description: "",
  help_url: "",
  node_count: selectors.length,
  nodes: selectors.map((selector) => ({ selector, html: `<i>${selector}</i>`, failure_summary: "" })),
});

const axe = (score: number, violations: unknown[], incomplete: unknown[] = []) =>
  ({
    engine: "axe-core",
    engine_version: "4.14.1",
    score,
    score_low: score - 10,
    violations,
    incomplete,
    checks: [
      { rule_id: "image-alt", impact: "critical", passed: 4, failed: violations.length, needs_review: 0 },
      { rule_id: "html-has-lang", impact: "serious", passed: 1, failed: 0, needs_review: 0 },
    ],
  }) as unknown as PageResult["axe"];

const facts = {
  id: "audit-1",
  url: "https://example.org/",
  name: "example.org",
  standard: "wcag22aa",
  started_at: new Date("2026-11-20T09:00:00.000Z"),
  completed_at: new Date("2026-11-20T09:01:00.000Z"),
  depth: "full" as const,
  second_engine: false,
  partial: null,
  groups: [],
  list_only: false,
  seed: 1,
  exclude_elements: [],
  rules: { include: [], exclude: [] },
};

const collect = (...pages: PageResult[]): Promise<ReportData> => {
  const collector = new AuditCollector();
  for (const each of pages) collector.add(each);
  return collector.finish(facts);
};

test("completes a URL that is typed without its scheme", () => {
  expect(readAddress("example.org")).toBe("https://example.org/");
  expect(readAddress("example.org:8443/shop?x=1")).toBe("https://example.org:8443/shop?x=1");
  expect(readAddress("localhost:3000/a")).toBe("http://localhost:3000/a");
  expect(readAddress("192.168.1.4")).toBe("http://192.168.1.4/");
  expect(readAddress("[::1]:3000")).toBe("http://[::1]:3000/");
  expect(readAddress("http://Example.org")).toBe("http://example.org/");
  expect(() => readAddress("ftp://example.org")).toThrow(UsageError);
  expect(() => readAddress("http://")).toThrow(UsageError);
});

test("the demo shop is audited with everything that finds its flaws, unless the flags say otherwise", () => {
  expect(parseArguments([])).toMatchObject({
    ...{ states: true, views: ["narrow", "phone", "dark"] },
    signIn: expect.stringMatching(/demo.sign-in\.json$/),
  });
  expect(parseArguments(["--views", "dark", "--sign-in", "me.json"])).toMatchObject({
    ...{ states: true, views: ["dark"], signIn: "me.json" },
  });
  for (const given of [["example.org"], ["--urls", "pages.txt"]])
    expect(parseArguments(given)).toMatchObject({ states: false, views: ["narrow", "dark"], signIn: null });
});

test("flags have defaults, and the error for an invalid flag names the accepted values", () => {
  expect(parseArguments([])).toMatchObject({ url: null, pages: 100, failOn: "serious", variant: "full", json: false });
  expect(
    parseArguments(["example.org", "--pages", "5", "--fail-on=never", "--json", "--variant", "singlePage"]),
  ).toMatchObject({ url: "https://example.org/", pages: 5, failOn: "never", json: true, variant: "singlePage" });
  expect(parseArguments([])).toMatchObject({ lighthouse: false });
  expect(parseArguments(["--lighthouse"])).toMatchObject({ url: null, lighthouse: true });
  expect(parseArguments(["example.org"])).toMatchObject({ secondEngine: false, states: false });
  expect(parseArguments(["--states"])).toMatchObject({ states: true });
  expect(parseArguments(["--second-engine"])).toMatchObject({ secondEngine: true });
  expect(parseArguments(["example.org"])).toMatchObject({ views: ["narrow", "dark"] });
  expect(parseArguments(["--views", "dark"])).toMatchObject({ views: ["dark"] });
  expect(parseArguments(["--views", "dark,narrow"])).toMatchObject({ views: ["narrow", "dark"] });
  expect(parseArguments(["--views", "forced_colours"])).toMatchObject({ views: ["forced_colours"] });
  expect(parseArguments([])).toMatchObject({ language: "en-GB" });
  expect(parseArguments(["--language", "pt-BR"])).toMatchObject({ language: "pt-BR" });
  expect(() => parseArguments(["--language", "german!"])).toThrow("--language must be a language tag such as de");
  expect(parseArguments(["--views", "none"])).toMatchObject({ views: [] });
  for (const wrong of ["bright", "dark,dark", "none,dark", ""])
    expect(() => parseArguments(["--views", wrong])).toThrow(
      "--views must be none or a list of narrow, zoom_200, phone, dark",
    );
  expect(parseArguments([])).toMatchObject({ depth: "full" });
  expect(parseArguments(["--depth", "quick"])).toMatchObject({ depth: "quick" });
  expect(() => parseArguments(["--depth", "deep"])).toThrow(
    '--depth must be one of full, templates, quick, not "deep".',
  );
  expect(parseArguments([])).toMatchObject({ standard: "wcag22aa" });
  expect(parseArguments(["--standard", "wcag22aaa"])).toMatchObject({ standard: "wcag22aaa" });
  expect(() => parseArguments(["--standard", "AAA"])).toThrow("wcag22aa, wcag22aaa");
  expect(parseArguments([])).toMatchObject({ minutes: null });
  expect(parseArguments(["--minutes", "0.5"])).toMatchObject({ minutes: 0.5 });
  for (const minutes of ["0", "-1", "soon"])
    expect(() => parseArguments([`--minutes=${minutes}`])).toThrow("--minutes must be a number greater than 0");
  expect(parseArguments(["--help"])).toBe("help");
  expect(() => parseArguments(["--pages", "none"])).toThrow(
    '--pages must be a whole number from 1 to 100000, not "none".',
  );
  expect(parseArguments([])).toMatchObject({ documents: 50 });
  expect(parseArguments(["--documents", "0"])).toMatchObject({ documents: 0 });
  expect(() => parseArguments(["--documents", "1001"])).toThrow("--documents must be a whole number from 0 to 1000");
  expect(() => parseArguments(["--fail-on", "bad"])).toThrow("critical, serious, moderate, minor, never");
  expect(() => parseArguments(["--fial-on", "minor"])).toThrow("--fial-on");
  expect(() => parseArguments(["a.example", "b.example"])).toThrow("Enter one URL, not 2.");
});

test("says why pages weren't scanned", async () => {
  const errors = [null, null, "login_page", "login_page", "timeout"];
  const summaryOf = async (codes: readonly (string | null)[]) => {
    const collector = new AuditCollector();
    for (const [index, code] of codes.entries())
      collector.add(page(`/${index}`, code ? { error: { code, message: "No." } } : { axe: axe(50, []) }));
    const data = await collector.finish(facts);
    expect(ReportData.parse(data)).toEqual(data);
    return summariseAudit(data);
  };
  expect(await summaryOf(errors)).toMatch(
    /: 2 pages scanned\n3 pages weren't scanned: 2 need a sign-in and 1 couldn't be loaded or checked\.\n/,
  );
  expect(await summaryOf([null])).not.toContain("weren't scanned");
});

test("the report lists level AAA criteria only if the standard includes them", async () => {
  const levelsFor = async (standard: string) => {
    const collector = new AuditCollector();
    collector.add(page("/", { axe: axe(90, [rule("color-contrast-enhanced", "serious", ["p"])]) }));
    const { criteria = [] } = await collector.finish({ ...facts, standard });
    return criteria?.filter(({ level }) => level === "AAA") ?? [];
  };
  expect(await levelsFor("wcag22aa")).toEqual([]);
  const strict = await levelsFor("wcag22aaa");
  expect(strict).toHaveLength(31);
  expect(strict.filter(({ outcome }) => outcome === "failed").map(({ criterion }) => criterion)).toEqual(["1.4.6"]);
});

test("says why pages are missing from a partial audit", async () => {
  const summaryWith = async (reason: "time" | "journey") => {
    const collector = new AuditCollector();
    collector.add(page("/", { axe: axe(50, []) }));
    const partial = { reason, pages_missing: 1, examples: ["Basket"] };
    return summariseAudit(await collector.finish({ ...facts, partial }));
  };
  expect(await summaryWith("time")).toContain("PARTIAL: the time limit was reached, and 1 page was not scanned.\n");
  expect(await summaryWith("journey")).toContain(
    "PARTIAL: a step of a journey failed, and 1 page was not scanned.\n  not scanned: Basket\n",
  );
});

test("the summary states if slow checks ran on only some of the pages, or on none", async () => {
  const summaryWith = async (depth: ScanDepth) => {
    const collector = new AuditCollector();
    collector.add(page("/", { axe: axe(50, []) }));
    return summariseAudit(await collector.finish({ ...facts, depth }));
  };
  expect(await summaryWith("full")).not.toContain("uick checks");
  expect(await summaryWith("templates")).toContain("Slow checks ran on the start page and two pages of each template");
  expect(await summaryWith("quick")).toContain("Only quick checks ran.");
});

test("counts the pages that were tested on a phone, and those that couldn't be", async () => {
  const summaryWith = async (errors: readonly (PageError | null)[]) => {
    const collector = new AuditCollector();
    collector.add(page("/", { axe: axe(50, []) }));
    for (const [index, error] of errors.entries())
      collector.add(page(`/${index}`, { axe: axe(50, []), phone: { final_url: "https://m.example.org/", error } }));
    const data = await collector.finish(facts);
    expect(ReportData.safeParse(data).success).toBe(true);
    return summariseAudit(data);
  };
  const left = { code: "left_site", message: "It leads elsewhere." };
  expect(await summaryWith([])).not.toContain("phone");
  expect(await summaryWith([null])).toContain("1 page also tested on a phone.\n");
  expect(await summaryWith([null, left, null])).toContain(
    "2 pages also tested on a phone. 1 more couldn't be tested there.",
  );
});

test("names the second engine and counts the elements that only it reported", async () => {
  const summaryWith = async (second_engine: boolean, engines: Engine[][]) => {
    const collector = new AuditCollector();
    const nodes = engines.map((each) => ({
      selector: "#a",
      html: "<a>",
      failure_summary: "",
      engines: each,
      related: [],
    }));
    collector.add(page("/", { axe: axe(50, [], [{ ...rule("link-name", "serious", []), nodes }]) }));
    const data = await collector.finish({ ...facts, second_engine });
    expect(ReportData.safeParse(data).success).toBe(true);
    return summariseAudit(data);
  };
  expect(await summaryWith(false, [])).not.toContain("AccessLint");
  expect(await summaryWith(true, [["axe-core", "accesslint"]])).toMatch(
    /Second engine: AccessLint [\d.]+\. It alone found 0 elements to review\./,
  );
  expect(await summaryWith(true, [["accesslint"], ["axe-core", "accesslint"]])).toMatch(
    /It alone found 1 element to review\./,
  );
});

test("prints Lighthouse's scores on their own line, or the reason why there are none", async () => {
  const url = "https://example.org/";
  const summaryWith = async (lighthouse: Lighthouse | null) => {
    const collector = new AuditCollector();
    collector.add(page("/", { axe: axe(50, []) }));
    if (lighthouse) collector.addLighthouse(lighthouse);
    const data = await collector.finish(facts);
    expect(ReportData.parse(data).lighthouse).toEqual(lighthouse);
    return summariseAudit(data);
  };
  expect(await summaryWith(null)).not.toContain("Lighthouse");
  expect(
    await summaryWith({ url, error: { code: "timeout", message: "Lighthouse took longer than 90 seconds." } }),
  ).toContain("Lighthouse, start page: not measured. Lighthouse took longer than 90 seconds.");
  const measured: Lighthouse = {
    url,
    fetched_at: "2026-11-20T09:00:00.000Z",
    device: "desktop",
    lighthouse_version: "13.5.0",
    categories: { performance: 91, accessibility: 75, best_practices: 100, seo: null },
    metrics: { fcp_ms: 802, lcp_ms: 952, tbt_ms: 0, cls: 0, speed_index_ms: 802, tti_ms: null },
    audits: [],
  };
  expect(await summaryWith(measured)).toContain(
    "Lighthouse, start page: Performance 91 · Accessibility 75 · Best practices 100 · SEO not measured",
  );
});

test("aggregates pages into report data: rules, counts, scores, examples, criteria", async () => {
  const data = await collect(
    page("/", { axe: axe(50, [rule("image-alt", "critical", ["img", "img + img"])]) }),
    page("/a", {
      axe: axe(91, [rule("image-alt", "critical", ["img"])], [rule("color-contrast", "serious", ["p"])]),
    }),
    page("/gone", {
      http_status: 404,
      error: { code: "http_error", message: "The server responded with status 404." },
    }),
  );
  expect(ReportData.parse(data)).toEqual(data);
  expect(data.audit).toMatchObject({ pages_scanned: 2, pages_failed: 1, engine: "axe-core 4.14.1" });
  expect(data.scores).toEqual({
    accessibility: 70.5,
    accessibility_low: 60.5,
    accessibility_version: 2,
    performance: null,
    seo: null,
    quality: null,
  });
  expect(data.summary).toMatchObject({ critical: 3, serious: 0, needs_review: 1, passed: 10 });
  expect(data.issues).toHaveLength(1);
  expect(data.issues?.[0]).toMatchObject({
    rule_id: "image-alt",
    impact: "critical",
    nodes: 3,
    pages: 2,
    wcag: ["1.1.1"],
  });
  expect(data.issues?.[0]?.examples?.map(({ page_url }) => page_url)).toEqual([
    "https://example.org/",
    "https://example.org/a",
  ]);
  expect(data.pages?.map(({ title }) => title)).toEqual(["/", "/a", "/gone"]);
  const outcome = (number: string) => data.criteria?.find(({ criterion }) => criterion === number)?.outcome;
  expect([outcome("1.1.1"), outcome("1.4.3"), outcome("3.1.1"), outcome("2.2.2")]).toEqual([
    "failed",
    "needs_review",
    "no_failures",
    "not_tested",
  ]);
});

test("reports metrics as 75th percentiles, and counts the pages where each check applies and fails", async () => {
  expect(percentile75([])).toBeNull();
  expect(percentile75([10])).toBe(10);
  expect(percentile75([4, 1, 3, 2])).toBe(3.25);
  const unmeasured = { cls: null, fcp_ms: null, ttfb_ms: null, tbt_ms: null, load_ms: null };
  const speed = (weight_bytes: number) =>
    ({
      ...unmeasured,
      score: 1,
      lcp_ms: 1,
      weight_bytes,
      requests: weight_bytes,
    }) as unknown as PageResult["performance"];
  const sped = await collect(...[4, 1, 3, 2].map((bytes) => page(`/${bytes}`, { performance: speed(bytes) })));
  expect(sped.performance?.metrics, "bytes are whole numbers").toMatchObject({ weight_bytes: 3, requests: 3 });
  const check = (outcome: string) =>
    ({
      score: 1,
      checks: [{ id: "title", title: "T", weight: 1, outcome, detail: null, items: [] }],
    }) as unknown as PageResult["quality"];
  const data = await collect(
    page("/", { quality: check("pass") }),
    page("/a", { quality: check("fail") }),
    page("/b", { quality: check("not_applicable") }),
  );
  expect(data.quality?.checks).toEqual([{ id: "title", title: "T", outcome: "fail", pages_failed: 1, pages_total: 2 }]);
});

test("counts findings at or above the chosen impact", () => {
  const data = { summary: { critical: 1, serious: 2, moderate: 4, minor: 8 } };
  expect(countAtOrAbove(data, "critical")).toBe(1);
  expect(countAtOrAbove(data, "serious")).toBe(3);
  expect(countAtOrAbove(data, "minor")).toBe(15);
  expect(countAtOrAbove(data, "never")).toBe(0);
});

test("the table shows the ten worst rules and the number of further rules", () => {
  const issues = Array.from({ length: 12 }, (_, index) => ({
    rule_id: `rule-${index}`,
    impact: "minor" as const,
    nodes: 3,
    pages: 2,
  }));
  const most = { rule_id: "everywhere", impact: "serious" as const, nodes: 40, pages: 9 };
  const lines = ruleTable({ issues: [...issues, most] }).split("\n");
  expect(lines[0]).toMatch(/^ {2}Impact +Rule +Elements {2}Pages {2}Accuracy +Who is affected$/);
  expect(lines[1]).toMatch(/^ {2}serious +everywhere +40 +9 +Not known +/);
  const measured = ruleTable({ issues: [{ ...most, rule_id: "image-alt" }] }).split("\n");
  expect(measured[1]).toMatch(/^ {2}serious +image-alt +40 +9 +\d+ of \d+ cases +\S/);
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe("  … and 3 more rules");
});

test("shows progress as a bar on a terminal and as a few lines elsewhere", () => {
  expect(drawBar(1, 4, 8)).toBe("██░░░░░░");
  const show = (isTTY: boolean): string => {
    const written: unknown[] = [];
    const display = createProgress({ isTTY, columns: 80, write: (chunk: unknown) => written.push(chunk) > 0 });
    for (let done = 0; done <= 100; done += 1)
      display.show({ phase: "scanning", pages_total: 100, pages_done: done, pages_failed: 0, discovered_urls: [] });
    return written.join("");
  };
  expect(show(false).trim().split("\n")).toHaveLength(11);
  expect(show(true)).toContain("\r\u001b[K");
});

test("the first example of a rule has the captioned pictures of its strip, or a screenshot if it has no strip", async () => {
  const stripped = await stripPage("https://example.org/");
  const { issues } = await collect(stripped, { ...(await stripPage("https://example.org/b")), strips: [] });
  const [first, second] = issues?.find(({ rule_id }) => rule_id === "button-name")?.examples ?? [];
  expect(first?.strip?.map(({ caption }) => caption)).toEqual(["Without keyboard focus", "With keyboard focus"]);
  expect(first?.strip?.[1]?.alt).toContain("With keyboard focus: button without a name, in main");
  for (const { image } of first?.strip ?? []) expect(image).toMatch(/^data:image\/jpeg;base64,/);
  expect(first).not.toHaveProperty("picture");
  expect(second).not.toHaveProperty("strip");
  const whole = await collect({ ...stripped, strips: [] });
  const pictured = whole.issues?.find(({ rule_id }) => rule_id === "button-name")?.examples?.[0];
  expect(pictured?.picture?.alt).toContain("Screenshot of the page with the element outlined");
});
