import { accessibilityScore } from "@/server/scanner/accessibility-score";
import type { CheckResult, PageResult } from "@/server/scanner/contract";
import { PageResult as PageResultSchema } from "@/server/scanner/contract";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const violation = (page: PageResult | undefined, id: string) =>
  page?.axe?.violations.find((rule) => rule.rule_id === id);
const failed = (checks: CheckResult[] | undefined) =>
  (checks ?? []).filter((check) => check.outcome === "fail").map((check) => check.id);

test("returns findings in frames and shadow DOM, with criteria and redacted HTML, and lists those that need review separately @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<iframe title="Part" src="/frame"></iframe><div id="host"></div>
       <input type="text" value="typed-secret" placeholder="x" data-session-token="abc">
       <a href="/x?token=s3cr3ts3cr3t&page=2"><img src="/pixel.gif"></a>
       <p style="color:#bbb">Write to ada@example.org now, ${"long ".repeat(400)}</p>
       <p style="background:url(/pixel.gif);color:#777">Text on a picture</p>
       <script>
         host.attachShadow({ mode: "open" }).innerHTML = '<section><img src="/pixel.gif"></section>';
       </script>`,
    ),
    "/frame": soundPage('<img src="/pixel.gif"><iframe title="Inner" src="/inner"></iframe>'),
    "/inner": soundPage("<button></button>"),
    "/pixel.gif": (_, response) =>
      response
        .writeHead(200, { "content-type": "image/gif" })
        .end(Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")),
    "/x": soundPage("<p>Target.</p>"),
  }));
  const { pages, byPath } = await scan(engine, site.origin, { max_pages: 1 });
  const page = byPath["/"];
  expect(PageResultSchema.parse(JSON.parse(JSON.stringify(pages[0])))).toEqual(pages[0]);

  const images = violation(page, "image-alt");
  expect(images).toMatchObject({ impact: "critical", wcag: ["1.1.1"], node_count: 3 });
  expect(images?.nodes.map((node) => node.selector).sort()).toEqual(["#host >>> img", "iframe >>> img", "img"]);
  expect(violation(page, "button-name")?.nodes[0]?.selector).toBe("iframe >>> iframe >>> button");
  expect(violation(page, "color-contrast")?.nodes[0]?.failure_summary).toContain("contrast");
  const review = page?.axe?.incomplete.find((rule) => rule.rule_id === "color-contrast");
  expect(review?.nodes[0]?.html).toContain("Text on a picture");

  const text = JSON.stringify(page);
  for (const secret of ["typed-secret", "ada@example.org", "s3cr3ts3cr3t"]) expect(text).not.toContain(secret);
  const snippets = page?.axe?.violations.flatMap((rule) => rule.nodes.map((node) => node.html.length)) ?? [];
  expect(Math.max(...snippets)).toBeLessThanOrEqual(600);

  const checks = page?.axe?.checks ?? [];
  expect(page?.axe?.score).toBeLessThan(60);
  expect(page?.axe && { ...page.axe, ...accessibilityScore(page.axe) }).toEqual(page?.axe);
  expect(checks.find((check) => check.rule_id === "image-alt")).toMatchObject({
    failed: 3,
    passed: 0,
    impact: "critical",
  });
  expect(checks.find((check) => check.rule_id === "document-title")?.passed).toBeGreaterThan(0);
  expect(page?.axe?.inapplicable).toContain("video-caption");
});

test("the standard determines which criteria are tested, but best practices are always tested @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage('<p style="color:#bbb">Pale.</p><h4>Skipped a level</h4><img src="data:,">'),
  }));
  const rules = async (standard: "wcag2a" | "wcag22aa") => {
    const { pages } = await scan(engine, site.origin, { standard });
    return pages[0]?.axe?.violations.map((rule) => rule.rule_id);
  };
  expect(await rules("wcag2a")).toEqual(["heading-order", "image-alt"]);
  expect(await rules("wcag22aa")).toEqual(["color-contrast", "heading-order", "image-alt"]);
});

test("measures performance, SEO and quality in one page load, and returns the outcome of each check @long", async ({
  engine,
  serve,
}) => {
  const site = await serve((origin) => ({
    "/": `<html><head><title>Short</title><link rel="canonical" href="/relative"><meta name="robots" content="noindex">
      <link rel="alternate" hreflang="xx-wrong-code" href="/de"></head><body><h1>One</h1><h1>Two</h1><h3>Skips</h3>
      <a href="/gone">click here</a><a href="/fine">A fine page</a><img alt="Missing" src="/missing.png">
      <script>console.error("broken for ada@example.org"); setTimeout(() => { throw new Error("late"); }, 1);
        const until = performance.now() + 120; while (performance.now() < until);</script></body></html>`,
    "/fine": soundPage(
      '<p>Fine. <a href="/">Home of the test</a></p><h2>Part</h2>',
      `<link rel="canonical" href="${origin}/fine"><link rel="alternate" hreflang="en" href="${origin}/fine">`,
    ),
  }));
  const { byPath } = await scan(engine, site.origin);
  const bad = byPath["/"];
  expect(failed(bad?.seo?.checks)).toEqual([
    ...["indexable", "title-length", "description", "h1", "heading-order", "hreflang", "broken-links", "link-text"],
  ]);
  expect(bad?.seo?.checks.find((check) => check.id === "broken-links")?.items).toEqual([`${site.origin}/gone (404)`]);
  expect(bad?.seo?.facts).toMatchObject({ title: "Short", robots: "noindex", h1: ["One", "Two"] });
  expect(failed(bad?.quality?.checks)).toEqual([
    ...["doctype", "viewport", "language", "console-errors", "missing-images", "failed-requests"],
  ]);
  expect(bad?.quality?.checks.find((check) => check.id === "console-errors")?.items).toEqual([
    "broken for …@…",
    "Error: late",
  ]);
  const good = byPath["/fine"];
  expect(failed(good?.seo?.checks)).toEqual([]);
  expect(failed(good?.quality?.checks)).toEqual([]);
  expect([good?.seo?.score, good?.quality?.score]).toEqual([100, 100]);
  expect(bad?.performance?.requests).toBe(2);
  expect(bad?.performance?.weight_bytes).toBeGreaterThan(500);
  for (const page of [bad, good]) {
    expect(page?.performance?.fcp_ms).toBeGreaterThan(0);
    expect(page?.performance?.lcp_ms).toBeGreaterThan(0);
    expect(page?.performance?.score).toBeGreaterThan(0);
  }
});

test("uses the screen size of a phone on request @long", async ({ engine, serve }) => {
  const agents: (string | undefined)[] = [];
  const site = await serve(() => ({
    "/": (request, response) => {
      agents.push(request.headers["user-agent"]);
      response.writeHead(200, { "content-type": "text/html" });
      response.end(
        soundPage(`<p id="size"></p><script>document.title = innerWidth + " wide, a phone's screen";</script>`),
      );
    },
  }));
  const { pages } = await scan(engine, site.origin, { device: "mobile" });
  expect(pages[0]).toMatchObject({ device: "mobile", title: "390 wide, a phone's screen" });
  expect(agents.every((agent) => agent?.includes("Curbcut"))).toBe(true);
  expect(agents.at(-1)).toContain("Mobile");
});

test("scanning a page twenty times gives the same findings every time @long", async ({ engine, serve }) => {
  const restless = soundPage(
    `<style>@keyframes fade { from { opacity: 0; color: #fff } to { opacity: 1; color: #ccc } }
       .fade { animation: fade 3s } .pulse { animation: fade 1s infinite alternate } .move { transition: color 2s; color: #000 }
       .move.on { color: #ddd }</style>
     <p class="fade">Fades in</p><p class="pulse">Pulses</p><p class="move" id="move">Changes</p><div id="app"></div>
     <script>
       move.classList.add("on");
       setTimeout(() => fetch("/data").then((r) => r.json()).then((rows) => {
         app.innerHTML = rows.map((row) => '<img src="data:,' + row + '"><button></button>').join("");
       }), 30);
     </script>`,
  );
  let turn = 0;
  const site = await serve(() => ({
    "/data": (_, response) => {
      turn += 1;
      setTimeout(() => response.end(JSON.stringify([1, 2, 3])), (turn % 5) * 60);
    },
    "*": restless,
    "/sitemap.xml": (_, response) =>
      response.end(
        Array.from({ length: 19 }, (_unused, index) => `<url><loc>${site.origin}/again-${index}</loc></url>`).join(""),
      ),
  }));
  const { pages } = await scan(engine, site.origin);
  const findings = pages.map(({ axe }) => JSON.stringify([axe?.score, axe?.violations, axe?.incomplete, axe?.checks]));
  console.log(`${pages.length} scans, ${new Set(findings).size} different results, ${findings[0]?.length} bytes each`);
  expect(pages).toHaveLength(20);
  expect(pages[0]?.axe?.violations.map((rule) => rule.rule_id)).toEqual([
    ...["button-name", "color-contrast", "image-alt", "moving-content"],
  ]);
  expect(new Set(findings).size).toBe(1);
});
