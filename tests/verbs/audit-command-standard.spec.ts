import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { parseArguments } from "@/scripts/audit/arguments";
import { runAudit } from "@/scripts/audit/run-audit";
import type { ReportData } from "@/server/domains/reports/report-data";
import { readPdf, wholeText } from "@/tests/support/report/read-pdf";
import { serveSite, soundPage } from "@/tests/support/scanner/serve-site";

test("npm run audit with --standard wcag22aaa reports barriers at level AAA, which affect the exit code @long", async () => {
  const site = await serveSite(() => ({ "/": soundPage('<p id="grey" style="color: #666">Opening hours</p>') }));
  const folder = mkdtempSync(join(tmpdir(), "curbcut-standard-"));
  const out = join(folder, "report.pdf");
  const run = async (...flags: string[]) => {
    const printed: string[] = [];
    const args = parseArguments([site.origin, "--depth", "quick", "--json", "--out", out, ...flags]);
    if (args === "help") throw new Error("The arguments only ask for help.");
    const progress = { show: () => undefined, clear: () => undefined };
    const terminal = { print: (text: string) => void printed.push(text), say: () => undefined, progress };
    const signals = { stop: new AbortController().signal, timeUp: new AbortController().signal };
    const code = await runAudit(args, { ...terminal, columns: 120, folder }, signals);
    return { code, data: JSON.parse(printed.join("\n")) as ReportData };
  };
  try {
    const strict = await run("--standard", "wcag22aaa");
    expect(strict.code).toBe(1);
    expect(strict.data.issues?.map(({ rule_id }) => rule_id)).toEqual(["color-contrast-enhanced"]);
    expect(strict.data.criteria).toHaveLength(86);
    const text = wholeText(await readPdf(readFileSync(out)));
    expect(text).toContain("WCAG 2.2, levels A, AA and AAA");
    expect(text).toContain("1.4.6 Contrast (Enhanced)");
    const usual = await run();
    expect(usual.code).toBe(0);
    expect(usual.data.issues).toEqual([]);
    expect(usual.data.criteria).toHaveLength(55);
  } finally {
    await site.close();
  }
});
