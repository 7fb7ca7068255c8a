import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { parseArguments } from "@/scripts/audit/arguments";
import type { ProposedFix } from "@/scripts/audit/propose-fixes";
import { runAudit } from "@/scripts/audit/run-audit";
import type { ReportData } from "@/server/domains/reports/report-data";
import { serveSite, soundPage } from "@/tests/support/scanner/serve-site";

const css = ".hint { color: #999 } footer { background: #eee }";
const footer = '<footer><p class="hint">Open on weekdays</p><p class="hint">Closed on Sundays</p></footer>';
const shopPage = (title: string, body: string) =>
  soundPage(body, '<link rel="stylesheet" href="/shop.css">', title).replace("</main>", `</main>${footer}`);

/**
 * Serves three pages with the same pale footer on grey. One of them also has a link inside a button, and pale text on
 * white that the fix for the footer corrects too.
 */
const serveShop = () =>
  serveSite(() => ({
    "/": shopPage("Shop", '<p><a href="/lamps">Lamps</a> and <a href="/chairs">chairs</a></p>'),
    "/lamps": shopPage("Lamps", '<p class="hint">Text</p><button type="button"><a href="/">Start</a></button>'),
    "/chairs": shopPage("Chairs", "<p>Text</p>"),
    "/shop.css": (_request, response) => void response.writeHead(200, { "content-type": "text/css" }).end(css),
  }));

const audit = async (...flags: string[]) => {
  const site = await serveShop();
  const folder = mkdtempSync(join(tmpdir(), "curbcut-fixes-"));
  const printed: string[] = [];
  const said: string[] = [];
  const args = parseArguments([site.origin, "--depth", "quick", "--out", join(folder, "report.pdf"), ...flags]);
  if (args === "help") throw new Error("The arguments only ask for help.");
  const progress = { show: () => undefined, clear: () => undefined };
  const print = (text: string) => void printed.push(text);
  const terminal = { print, say: (text: string) => void said.push(text), progress, columns: 120, folder };
  try {
    const code = await runAudit(args, terminal, { stop: new AbortController().signal, timeUp: null });
    return { code, text: printed.join("\n"), said, origin: site.origin };
  } finally {
    await site.close();
  }
};

test("npm run audit with --fixes prints the change that clears the most findings, with the code before and after @long", async () => {
  const { code, text, said } = await audit("--fixes");
  expect(code).toBe(1);
  expect(said).toContainEqual(expect.stringMatching(/^Trying fix 1 of 3: color-contrast, .*\(3 pages\)$/));
  expect(text).toContain("1. color-contrast: ");
  expect(text).toContain("This change clears 7 findings on 3 pages. Tried on all 3 pages with this finding.");
  expect(text).toMatch(/- {3}color: #999;\n[^+]*\n {3}\+ \.hint \{\n {3}\+ {3}color: #[0-9a-f]{6};/);
  expect(text).toMatch(/2\. color-contrast: .*\n {3}Change 1 also works here\. Tried on the only page /);
  expect(text).toContain("in the rule “.hint” in shop.css, line 1.");
  expect(text).toMatch(/No fix for:\n {2}nested-interactive: .* \(1 finding on 1 page\)\. \S/);
});

test("npm run audit with --fixes adds the fixes to the JSON and to the issues of the report @long", async () => {
  const { text, origin } = await audit("--fixes", "--json");
  const data = JSON.parse(text) as ReportData & { fixes: ProposedFix[] };
  expect(data.fixes.map(({ rule_id, fix }) => [rule_id, fix !== null])).toEqual([
    ["color-contrast", true],
    ["color-contrast", true],
    ["nested-interactive", false],
  ]);
  expect(data.fixes[0]).toMatchObject({ findings: 6, pages: 3, cleared_findings: 7, cleared_pages: 3, failures: [] });
  expect(data.fixes[1]).toMatchObject({ findings: 1, pages: 1, same_as: 0, fix: data.fixes[0]?.fix });
  expect(data.fixes[2]).toMatchObject({ cleared_findings: 0, finding: expect.stringContaining(" ") });
  const issue = data.issues?.find(({ rule_id }) => rule_id === "color-contrast");
  expect(issue?.suggested_fix).toMatchObject({ verified_in: "page", page_url: expect.stringContaining(origin) });
});

test("npm run audit without --fixes doesn't try any fixes @long", async () => {
  const { text, said } = await audit("--json");
  expect(JSON.parse(text)).not.toHaveProperty("fixes");
  expect(said.join("\n")).not.toContain("Trying fix");
});
