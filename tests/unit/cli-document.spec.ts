import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { parseArguments } from "@/scripts/audit/arguments";
import { auditDocument, summariseDocument } from "@/scripts/audit/audit-document";
import { checkDocument } from "@/server/scanner/document/check-document";
import { makePdf } from "../support/documents/make-pdf";

const { signal } = new AbortController();

const audit = async (document: string, more: { failOn?: "critical" | "serious" | "never"; json?: boolean } = {}) => {
  const printed: string[] = [];
  const terminal = { print: (text: string) => void printed.push(text), folder: tmpdir() };
  const code = await auditDocument(document, { failOn: "serious", json: false, ...more }, terminal, signal);
  return { code, text: printed.join("\n") };
};

const withFile = async (bytes: Buffer, work: (path: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "document-"));
  const path = join(folder, "larches.pdf");
  try {
    await writeFile(path, bytes);
    await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const untitled = () => makePdf({ elements: "<< /S /P /K 0 >> << /S /Figure >> << /S /H2 >>" });

test("recognises the path or URL of a PDF on the command line", () => {
  expect(parseArguments(["a/report.pdf"])).toMatchObject({ document: "a/report.pdf", url: null });
  const url = "https://example.org/Report.PDF?download=1";
  expect(parseArguments([url, "--json", "--fail-on", "never"])).toMatchObject({ document: url, url: null });
  expect(parseArguments(["example.org/pdf"])).toMatchObject({ document: null, url: "https://example.org/pdf" });
  expect(() => parseArguments(["report.pdf", "--pages", "3"])).toThrow("--pages can't be used with a PDF.");
});

test("prints the findings of a PDF, highest impact first, and returns 1 depending on --fail-on", async () => {
  await withFile(untitled(), async (path) => {
    const { code, text } = await audit(path);
    expect(code).toBe(1);
    const [head, figure, heading] = text.split("\n").slice(2);
    expect(text).toContain(`${path}: 1 page\n`);
    expect(head).toMatch(/^ {2}Impact +Rule +Clause +Count +Page +Finding$/);
    expect(figure).toMatch(/^ {2}critical +pdf-figure-alt +7\.3-1 +1 +1 +A figure has .+ WCAG 1\.1\.1$/);
    expect(heading).toMatch(/^ {2}moderate +pdf-heading-order +7\.4\.2-1 /);
    expect(text).toContain('Findings with impact "serious" or higher: 1');
    expect((await audit(path, { failOn: "never" })).code).toBe(0);
    const { text: json } = await audit(path, { json: true });
    expect(JSON.parse(json)).toEqual(checkDocument(untitled()));
  });
});

test("returns 0 for a PDF without findings, and 2 for one that can't be checked", async () => {
  await withFile(makePdf(), async (path) => {
    expect(await audit(path)).toMatchObject({ code: 0, text: expect.stringContaining("No findings.") });
    await writeFile(path, makePdf({ trailer: "/Encrypt << /P -1 >>" }));
    expect(await audit(path)).toMatchObject({ code: 2, text: expect.stringContaining("The document is encrypted.") });
    await writeFile(path, "<html>");
    expect(await audit(path)).toMatchObject({ code: 2, text: expect.stringContaining("isn't a PDF") });
    await truncate(path, 50 * 1024 * 1024 + 1);
    expect(await audit(path)).toMatchObject({ code: 2, text: expect.stringContaining("larger than 50 MB") });
  });
  await expect(audit("/nowhere/larches.pdf")).rejects.toThrow("There is no file /nowhere/larches.pdf.");
});

test("lists findings that need review, marked as such", () => {
  const kids = Array.from({ length: 21 }, (_, index) => `${index + 30} 0 R`);
  const pages = Object.fromEntries(kids.map((_, index) => [index + 30, "<< /Type /Page /Parent 2 0 R >>"]));
  const result = checkDocument(makePdf({ objects: { ...pages, 2: `<< /Kids [3 0 R ${kids.join(" ")}] >>` } }));
  expect(summariseDocument("larches.pdf", result)).toContain("  review  pdf-bookmarks");
});

test("loads a PDF from a URL", async () => {
  const server = createServer((request, response) => {
    const found = request.url === "/larches.pdf";
    response.writeHead(found ? 200 : 404).end(found ? untitled() : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect((await audit(`${origin}/larches.pdf`)).code).toBe(1);
    await expect(audit(`${origin}/other.pdf`)).rejects.toThrow("the server returned 404");
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
