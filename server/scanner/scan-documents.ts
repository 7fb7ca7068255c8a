import type { FoundDocument } from "./crawl/document-list";
import { type Pacer, parseRetryAfter } from "./crawl/pacer";
import type { DocumentChecker } from "./document/document-checker";
import { DownloadError, type DownloadedDocument, downloadDocument } from "./document/download-document";
import type { DocumentProblem, DocumentReport } from "./document-report";
import type { Fetcher } from "./guard/fetcher";
import type { ScanSink } from "./scan-sink";
import { type AuditSignIn, type Recovery, SignedOutError } from "./sign-in/audit-sign-in";
import { repeatAfterJump } from "./time-jumps";

interface Parts {
  fetcher: Fetcher;
  pacer: Pacer;
  openChecker: () => DocumentChecker;
  sink: ScanSink;
  /** Returns why a URL that a redirect leads to mustn't be requested; null if it may be. */
  objectTo: (url: string) => DocumentProblem | null;
  signIn: AuditSignIn | null;
  signal: AbortSignal;
}

const MAX_ATTEMPTS = 3;

const isBusy = ({ status, problem }: DownloadError): boolean =>
  status === 429 || status === 503 || problem === "unreachable";

/** Downloads a document at the pace that applies to its host. Tries again if the host is busy. */
const download = async (url: string, parts: Parts): Promise<DownloadedDocument> => {
  const { fetcher, pacer, objectTo, signIn, signal } = parts;
  const { host } = new URL(url);
  for (let attempt = 1; ; attempt += 1) {
    const leave = await pacer.enter(host, signal);
    try {
      const downloaded = await downloadDocument(fetcher, url, { objectTo, signal, readsPages: signIn !== null });
      pacer.succeed(host);
      return downloaded;
    } catch (error) {
      if (!(error instanceof DownloadError) || !isBusy(error)) throw error;
      pacer.slowDown(host, parseRetryAfter(error.retryAfter));
      if (attempt >= MAX_ATTEMPTS || pacer.isHopeless(host)) throw error;
    } finally {
      leave();
    }
  }
};

/** Decides what to do when a document couldn't be downloaded, perhaps because the session has ended. */
const recover = (signIn: AuditSignIn, url: string, error: unknown): Promise<Recovery> => {
  if (error instanceof SignedOutError) return Promise.resolve("give_up");
  if (error instanceof DownloadError) return signIn.recoverDocument(url, error);
  throw error;
};

/** Downloads a document. If the session seems to have ended, signs in again once, as for pages. */
const downloadSignedIn = async (url: string, parts: Parts): Promise<DownloadedDocument> => {
  const { signIn } = parts;
  if (!signIn) return download(url, parts);
  for (;;) {
    try {
      signIn.opened(url);
      return await download(url, parts);
    } catch (error) {
      const recovery = await recover(signIn, url, error);
      if (recovery === "give_up") throw new DownloadError("signed_out");
      if (recovery === "scan_anyway") throw error;
    }
  }
};

const unchecked = { title: null, bytes: null, pages: null, findings: [] };

const report = async (
  { url, linkedFrom: linked_from }: FoundDocument,
  checker: DocumentChecker,
  parts: Parts,
): Promise<DocumentReport> => {
  try {
    const { bytes, status: http_status, finalUrl: final_url } = await downloadSignedIn(url, parts);
    const check = await checker.check(bytes, parts.signal);
    const about = { url, final_url, http_status, linked_from };
    return { ...about, ...(check ?? { ...unchecked, problem: "crashed" }), bytes: bytes.length };
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    const { problem, status: http_status } = error;
    return { url, final_url: url, http_status, linked_from, ...unchecked, problem };
  }
};

/** Downloads and checks documents, one after another. Throws only the signal's reason, or the sink's error. */
export const scanDocuments = async (documents: readonly FoundDocument[], parts: Parts): Promise<void> => {
  if (documents.length === 0) return;
  const { sink, signal } = parts;
  const checker = parts.openChecker();
  try {
    for (const document of documents) {
      signal.throwIfAborted();
      sink.documentOpened?.(document.url);
      const result = await repeatAfterJump(() => report(document, checker, parts), signal);
      await sink.document?.(result);
    }
  } finally {
    checker.close();
  }
};
