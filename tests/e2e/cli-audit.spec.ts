import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { serveDemo } from "@/demo/serve";
import { readJourneys } from "@/scripts/audit/read-journey";
import { readDemoFlaws } from "@/scripts/docs/demo-flaws";
import { root } from "@/scripts/support/root";
import { runNode } from "@/scripts/support/run-command";
import { ReportData } from "@/server/domains/reports/report-data";
import type { DocumentReport, PageResult } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { type ScanJob, scanSite } from "@/server/scanner/scan-site";

const audit = (...args: string[]) => {
  const { FORCE_COLOR: _, NODE_ENV: __, ...env } = process.env;
  return runNode(["--import", "tsx", "scripts/audit.ts", ...args], { cwd: root, env: env as NodeJS.ProcessEnv });
};

const scanDemo = async (
  job: Omit<ScanJob, "website_url"> = {},
  keyOf = (page: PageResult) => new URL(page.final_url).pathname,
): Promise<Map<string, PageResult>> => {
  const shop = await serveDemo();
  const engine = await createScanEngine({ privateHosts: ["*"] });
  const pages = new Map<string, PageResult>();
  try {
    const sink = { page: (page: PageResult) => void pages.set(keyOf(page), page) };
    await scanSite({ website_url: shop.url, ...job }, sink, engine);
  } finally {
    await engine.close();
    await shop.close();
  }
  return pages;
};

test("the scanner finds exactly the documented flaws in the demo shop @long", async () => {
  const { on_every_page, pages } = readDemoFlaws();
  const found = await scanDemo();
  expect([...found.keys()].sort()).toEqual([...pages.map(({ path }) => path), "/gift-cards.html"].sort());
  for (const { path, flaws } of pages) {
    const documented = (outcome: string): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const flaw of [...on_every_page, ...flaws]) {
        if (flaw.rule && flaw.outcome === outcome) counts[flaw.rule] = (counts[flaw.rule] ?? 0) + flaw.elements;
      }
      return counts;
    };
    const { axe } = found.get(path) ?? {};
    const failed = Object.fromEntries((axe?.violations ?? []).map(({ rule_id, node_count }) => [rule_id, node_count]));
    expect.soft(failed, path).toEqual(documented("failed"));
    const review = (axe?.incomplete ?? []).map(({ rule_id }) => rule_id);
    expect.soft(review, path).toEqual(expect.arrayContaining(Object.keys(documented("needs_review"))));
  }
});

test("the checkout journey finds exactly the documented flaws in pages that no link leads to @long", async () => {
  const journeys = await readJourneys(["demo/checkout.yaml"], (name) => join(root, name));
  const found = await scanDemo({ journeys, options: { max_pages: 4 } }, (page) => page.journey?.page ?? page.url);
  for (const { page, flaws } of readDemoFlaws().journey) {
    const { error, axe } = found.get(page) ?? {};
    expect.soft(error, page).toBeNull();
    const failed = (axe?.violations ?? []).map(({ rule_id, node_count }) => [rule_id, node_count]);
    expect.soft(failed, page).toEqual(flaws.map(({ rule, elements }) => [rule, elements]));
  }
});

test("names a journey that failed, and exits with 3 if nothing else is wrong @long", async () => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-journey-"));
  const file = join(folder, "broken.yaml");
  writeFileSync(
    file,
    "name: Broken\nsteps:\n  - { action: click, element: { role: button, name: Gone }, timeout_seconds: 1 }\n  - { action: scan, name: end }\n",
  );
  const args = ["--json", "--depth", "quick", "--pages", "2", "--documents", "0", "--fail-on", "never"];
  const { code, stdout, output } = await audit(...args, "--journey", file);
  expect(code, output).toBe(3);
  const { audit: about, pages } = ReportData.parse(JSON.parse(stdout));
  expect(about?.partial).toMatchObject({ reason: "journey", pages_missing: 1, examples: ["Broken: end"] });
  expect(JSON.stringify(pages)).toContain("Step 1 (click button “Gone”) failed: No visible element matches.");
  writeFileSync(file, "name: Broken\nsteps: [{ action: jump }]\n");
  const wrong = await audit(...args, "--journey", file);
  expect(wrong.code).toBe(2);
  expect(wrong.output).toContain("line 2: step 1 action: Unknown action. Use one of go_to");
  rmSync(folder, { recursive: true });
});

test("--try performs only the steps of a journey and prints the outcome of each @long", async () => {
  const good = await audit("--journey", "demo/checkout.yaml", "--try");
  expect(good.code, good.output).toBe(0);
  expect(good.stdout).toContain("Checkout: All steps worked.");
  expect(good.stdout).toMatch(/step 13 \(scan “payment”\): done, \d+\.\d s/);
  expect(good.output).not.toContain("Report:");
  const folder = mkdtempSync(join(tmpdir(), "curbcut-trial-"));
  const file = join(folder, "broken.yaml");
  writeFileSync(
    file,
    "name: Broken\nsteps:\n  - { action: go_to, url: /gone.html }\n  - { action: scan, name: end }\n",
  );
  const bad = await audit("--journey", file, "--try", "--json");
  expect(bad.code, bad.output).toBe(3);
  const steps = [{ outcome: "failed", message: "The server responded with status 404." }, { outcome: "not_performed" }];
  expect(JSON.parse(bad.stdout)).toMatchObject([{ outcome: "failed", steps }]);
  rmSync(folder, { recursive: true });
});

test("checking linked PDFs finds exactly the documented flaws in the demo shop's PDFs @long", async () => {
  const { code, stdout, output } = await audit("--json", "--depth", "quick", "--fail-on", "never");
  expect(code, output).toBe(0);
  const { documents } = JSON.parse(stdout) as { documents: DocumentReport[] };
  const pathOf = (url: string) => new URL(url).pathname;
  expect(
    documents.map(({ url, findings, linked_from }) => ({
      path: pathOf(url),
      linked_from: linked_from.map(pathOf).sort(),
      flaws: findings.map(({ rule_id, clause, criteria }) => ({ rule: rule_id, clause, wcag: criteria })),
    })),
  ).toEqual(
    readDemoFlaws().documents.map(({ flaws, ...document }) => ({
      ...document,
      flaws: flaws.map(({ what: _, ...flaw }) => flaw),
    })),
  );
});

test("one command finds all flaws in the demo shop, including those behind its sign-in and checkout, in other states and on a phone @long", async () => {
  const args = ["--json", "--fail-on", "never", "--no-screenshots", "--documents", "0"];
  const { code, stdout, output } = await audit(...args, "--journey", "demo/checkout.yaml");
  expect(code, output).toBe(0);
  const { on_every_page, pages, journey } = readDemoFlaws();
  // The flaws on /account/orders and in the dialog, in the cookie banner, in the menu for phones, and in the second
  // tab.
  const documented: Record<string, number> = { "image-alt": 2, label: 1, "link-name": 1, "color-contrast": 1 };
  const listed = [
    ...pages.flatMap(({ flaws }) => [...on_every_page, ...flaws]),
    ...journey.flatMap(({ flaws }) => flaws),
  ];
  for (const { rule, outcome, elements } of listed)
    if (rule && outcome === "failed") documented[rule] = (documented[rule] ?? 0) + elements;
  const { issues } = ReportData.parse(JSON.parse(stdout));
  const found = Object.fromEntries((issues ?? []).map(({ rule_id, nodes }) => [rule_id, nodes]));
  expect(found).toEqual(documented);
});

test("npm run audit without a URL audits the demo shop and writes a tagged PDF @long", async () => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-audit-"));
  const out = join(folder, "report.pdf");
  const { code, stdout, output } = await audit("--out", out);
  expect(code, output).toBe(1);
  expect(stdout).toMatch(/critical +label +19 +12 +/);
  expect(stdout).toContain(`Report: ${out}`);
  const pdf = readFileSync(out);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.includes("/StructTreeRoot")).toBe(true);
  rmSync(folder, { recursive: true });
});

test("--json prints only the report's data, and `--fail-on never` exits with 0 @long", async () => {
  const { code, stdout, output } = await audit("--json", "--pages", "2", "--fail-on", "never");
  expect(code, output).toBe(0);
  const data = ReportData.parse(JSON.parse(stdout));
  expect(data.audit).toMatchObject({ pages_scanned: 2, pages_failed: 0 });
  expect(data.issues?.map(({ rule_id }) => rule_id)).toContain("button-name");
});

test("exits with 0 for a website without findings @long", async () => {
  const html = `<!doctype html><html lang="en"><head><title>A calm page</title></head>
    <body><main><h1>A calm page</h1><p>Nothing to see, and everybody can.</p></main></body></html>`;
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { code, output } = await audit(`localhost:${port}`, "--json", "--fail-on", "minor");
  server.close();
  expect(code, output).toBe(0);
});

test("exits with 2 and explains why when a website can't be scanned @long", async () => {
  const unreachable = await audit("http://127.0.0.1:1/", "--json");
  expect(unreachable.code).toBe(2);
  expect(unreachable.stdout).toBe("");
  expect(unreachable.output).toContain("couldn't be reached");
  const misspelt = await audit("--page", "3");
  expect(misspelt.code).toBe(2);
  expect(misspelt.output).toContain("--help");
});

test("--help lists the flags and exits with 0 @long", async () => {
  const { code, stdout } = await audit("--help");
  expect(code).toBe(0);
  for (const flag of ["--pages", "--out", "--json", "--fail-on", "--variant"]) expect(stdout).toContain(flag);
});
