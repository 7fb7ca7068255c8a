import { errorCode } from "@/server/core/error-code";
import type { DocumentProblem } from "../document-report";
import type { Fetcher } from "../guard/fetcher";
import { MAX_DOCUMENT_BYTES } from "./check-document";

/** Thrown if a document can't be downloaded. */
export class DownloadError extends Error {
  override readonly name = "DownloadError";

  constructor(
    readonly problem: DocumentProblem,
    readonly status: number | null = null,
    readonly retryAfter: string | null = null,
    /** The beginning of what was returned instead of a PDF, if `readsPages` was set. */
    readonly page = "",
  ) {
    super(problem);
  }
}

export interface DownloadedDocument {
  bytes: Buffer;
  status: number;
  finalUrl: string;
}

export interface DownloadOptions {
  /** Returns why a URL that a redirect leads to mustn't be requested; null if it may be. */
  objectTo: (url: string) => DocumentProblem | null;
  signal: AbortSignal;
  timeoutMs?: number;
  /** Whether to read the beginning of a page that is returned instead of a PDF. */
  readsPages?: boolean;
}

const TIMEOUT_MS = 60_000;
/** A PDF starts with its header; readers accept up to a kilobyte of other content before it. */
const HEAD_BYTES = 1_024;
/** Maximum number of bytes of a page to read. */
const PAGE_BYTES = 100_000;

const problems: Readonly<Record<string, DocumentProblem>> = {
  ETOOLARGE: "too_large",
  EBLOCKED: "blocked_address",
  EREDIRECTS: "too_many_redirects",
};

const startsLikePdf = (chunks: readonly Buffer[]): boolean =>
  Buffer.concat(chunks).subarray(0, HEAD_BYTES).includes("%PDF-");

/** Recognises the guard's refusal even if the HTTP client has wrapped it. */
const problemOf = (error: unknown): DocumentProblem => {
  const cause = error instanceof Error ? error.cause : undefined;
  return problems[errorCode(error) ?? ""] ?? problems[errorCode(cause) ?? ""] ?? "unreachable";
};

/**
 * Downloads a document of up to 50 MB. Stops after the first kilobyte if it isn't a PDF, unless `readsPages` is set.
 * Throws DownloadError, or the signal's reason.
 */
export const downloadDocument = async (
  fetcher: Fetcher,
  url: string,
  { objectTo, signal, timeoutMs = TIMEOUT_MS, readsPages = false }: DownloadOptions,
): Promise<DownloadedDocument> => {
  const limit = AbortSignal.timeout(timeoutMs);
  const chunks: Buffer[] = [];
  let size = 0;
  let isPdf = false;
  const checkRedirect = (next: string) => {
    const problem = objectTo(next);
    if (problem) throw new DownloadError(problem);
  };
  const take = (chunk: Buffer, status: number): boolean => {
    if (size < HEAD_BYTES) isPdf = status === 200 && startsLikePdf([...chunks, chunk]);
    chunks.push(chunk);
    size += chunk.length;
    return isPdf || (status === 200 && size < HEAD_BYTES) || (readsPages && size < PAGE_BYTES);
  };
  const page = (): string => (readsPages ? Buffer.concat(chunks).toString("latin1", 0, PAGE_BYTES) : "");
  try {
    const options = {
      maxBytes: MAX_DOCUMENT_BYTES,
      timeoutMs,
      checkRedirect,
      signal: AbortSignal.any([signal, limit]),
    };
    const head = await fetcher.stream(url, take, options);
    if (head.status !== 200) throw new DownloadError("http_error", head.status, head.retryAfter, page());
    if (!isPdf) throw new DownloadError("not_pdf", head.status, null, page());
    return { bytes: Buffer.concat(chunks), status: head.status, finalUrl: head.url };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DownloadError) throw error;
    const isLate = limit.aborted || (error instanceof Error && error.name === "TimeoutError");
    throw new DownloadError(isLate ? "timeout" : problemOf(error));
  }
};
