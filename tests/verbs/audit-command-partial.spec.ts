import { mkdtempSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { parseArguments } from "@/scripts/audit/arguments";
import { runAudit } from "@/scripts/audit/run-audit";
import type { ReportData } from "@/server/domains/reports/report-data";

/** Serves a page that contains `image`, and two pages that never respond. */
const serveStuckSite = async (image: string) => {
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === "/stuck" || request.url === "/also-stuck") return void waiting.add(response);
    if (request.url !== "/") return void response.writeHead(404).end();
    const body = `<h1>Shop</h1>${image}<a href="/stuck">Stuck</a> <a href="/also-stuck">Also stuck</a>`;
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><html lang="en"><title>Shop</title><main>${body}</main></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    for (const response of waiting) response.destroy();
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
};

/** Runs the command with a time limit that is reached right after the first page has been scanned. */
const runUntilFirstPage = async (image: string, ...flags: string[]) => {
  const site = await serveStuckSite(image);
  const time = new AbortController();
  const printed: string[] = [];
  const out = join(mkdtempSync(join(tmpdir(), "curbcut-partial-")), "report.pdf");
  const args = parseArguments([site.url, "--minutes", "1", "--out", out, ...flags]);
  if (args === "help") throw new Error("The arguments only ask for help.");
  const progress = {
    show: ({ pages_done }: { pages_done: number }) => {
      if (pages_done > 0) time.abort(new Error("Time is up."));
    },
    clear: () => undefined,
  };
  const terminal = { print: (text: string) => void printed.push(text), say: () => undefined, progress };
  const signals = { stop: new AbortController().signal, timeUp: time.signal };
  try {
    const code = await runAudit(args, { ...terminal, columns: 120, folder: tmpdir() }, signals);
    return { code, url: site.url, text: printed.join("\n") };
  } finally {
    site.close();
  }
};

test("npm run audit exits with 3 and lists the missing pages if time runs out and the scanned pages pass @long", async () => {
  const { code, url, text } = await runUntilFirstPage("");
  expect(code).toBe(3);
  expect(text).toContain("PARTIAL: the time limit was reached, and 2 pages were not scanned.");
  expect(text).toContain(`not scanned: ${url}stuck`);
  expect(text).toContain(`not scanned: ${url}also-stuck`);
});

test("npm run audit still exits with 1 for findings on the scanned pages, and its JSON lists the missing pages @long", async () => {
  const { code, url, text } = await runUntilFirstPage('<img src="/missing.png">', "--json");
  expect(code).toBe(1);
  const { audit } = JSON.parse(text) as ReportData;
  const examples = expect.arrayContaining([`${url}stuck`, `${url}also-stuck`]);
  expect(audit).toMatchObject({ pages_scanned: 1, partial: { reason: "time", pages_missing: 2, examples } });
});

test("a run that the user stops is not reported as a partial audit", async () => {
  const site = await serveStuckSite("");
  const args = parseArguments([site.url]);
  if (args === "help") throw new Error("The arguments only ask for help.");
  const stop = AbortSignal.abort(new Error("Stopped."));
  const progress = { show: () => undefined, clear: () => undefined };
  const terminal = { print: () => undefined, say: () => undefined, progress, columns: 80, folder: tmpdir() };
  const run = runAudit(args, terminal, { stop, timeUp: AbortSignal.abort() });
  await expect(run).rejects.toThrow("Stopped.");
  site.close();
});
