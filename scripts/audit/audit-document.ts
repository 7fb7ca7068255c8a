import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { impacts } from "@/server/core/impact";
import { createGuard } from "@/server/outside/guard";
import { checkDocument, MAX_DOCUMENT_BYTES } from "@/server/scanner/document/check-document";
import type { DocumentFinding, DocumentProblem, DocumentResult } from "@/server/scanner/document/document-result";
import { createFetcher } from "@/server/scanner/guard/fetcher";
import { PRODUCT } from "@/server/scanner/user-agent";
import type { AuditArguments } from "./arguments";
import { countInDocument } from "./count-at-or-above";
import { layOut } from "./print-results";
import type { Terminal } from "./run-audit";

const problems: Readonly<Record<DocumentProblem, string>> = {
  too_large: "The document is larger than 50 MB and wasn't checked.",
  encrypted: "The document is encrypted. Only its security settings were checked.",
  broken: "The document, or part of it, can't be read. It is broken or isn't a PDF.",
  over_limit: "Only part of the document was checked, because it is too complex.",
};

const tooLarge: DocumentResult = { problem: "too_large", title: null, pages: 0, findings: [] };

const download = async (url: string, signal: AbortSignal): Promise<DocumentResult> => {
  const fetcher = createFetcher(createGuard({ allows: () => true }), PRODUCT);
  try {
    const { status, body } = await fetcher.fetch(url, { maxBytes: MAX_DOCUMENT_BYTES, timeoutMs: 60_000, signal });
    if (status !== 200) throw new Error(`The document couldn't be loaded: the server returned ${status}.`);
    return checkDocument(body);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ETOOLARGE") return tooLarge;
    throw error;
  } finally {
    await fetcher.close();
  }
};

const readLocal = async (path: string): Promise<DocumentResult> => {
  const { size } = await stat(path).catch(() => {
    throw new Error(`There is no file ${path}.`);
  });
  return size > MAX_DOCUMENT_BYTES ? tooLarge : checkDocument(await readFile(path));
};

const place = ({ impact, outcome }: DocumentFinding): number =>
  (outcome === "failed" ? 0 : 10) + impacts.indexOf(impact);

const row = ({ outcome, impact, ruleId, clause, count, page, message, criteria }: DocumentFinding): string[] => [
  outcome === "failed" ? impact : "review",
  ruleId,
  clause,
  String(count),
  page === null ? "" : String(page),
  criteria.length > 0 ? `${message} WCAG ${criteria.join(", ")}` : message,
];

/** Returns the summary that is printed after a document has been checked. */
export const summariseDocument = (name: string, { problem, pages, findings }: DocumentResult): string => {
  const sorted = findings.toSorted((one, other) => place(one) - place(other) || other.count - one.count);
  const head = ["Impact", "Rule", "Clause", "Count", "Page", "Finding"];
  return [
    pages > 0 ? `${name}: ${pages} ${pages === 1 ? "page" : "pages"}` : name,
    ...(problem ? [problems[problem]] : []),
    "",
    sorted.length > 0 ? layOut([head, ...sorted.map(row)]) : "  No findings.",
    "",
    "Clause numbers refer to ISO 14289-1 (PDF/UA-1). Automated checks find only some barriers.",
  ].join("\n");
};

const exitCode = (found: number, problem: DocumentProblem | null): 0 | 1 | 2 | 3 => {
  if (found > 0) return 1;
  if (problem === null) return 0;
  return problem === "over_limit" ? 3 : 2;
};

/** Checks a PDF and prints its findings. Resolves to the exit code. Throws if the document couldn't be loaded. */
export const auditDocument = async (
  document: string,
  { failOn, json }: Pick<AuditArguments, "failOn" | "json">,
  terminal: Pick<Terminal, "print" | "folder">,
  signal: AbortSignal,
): Promise<0 | 1 | 2 | 3> => {
  const isUrl = /^https?:\/\//i.test(document);
  const result = isUrl ? await download(document, signal) : await readLocal(resolve(terminal.folder, document));
  const found = countInDocument(result, failOn);
  terminal.print(json ? JSON.stringify(result, null, 2) : summariseDocument(document, result));
  if (!json && found > 0) terminal.print(`Findings with impact "${failOn}" or higher: ${found}`);
  return exitCode(found, result.problem);
};
