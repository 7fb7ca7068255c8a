import type { DownloadError } from "../document/download-document";

/**
 * What a failed download shows about the session: `out` means that it has certainly ended; `doubtful` has to be
 * verified.
 */
export type DownloadSign = "out" | "doubtful" | "none";

const hasPasswordField = (page: string): boolean => /\btype\s{0,3}=\s{0,3}["']?password\b/i.test(page);

/**
 * Determines from a failed download whether the session is still valid. Instead of the document, the website may have
 * returned a status, a page with a sign-in form, or a redirect to a URL that mustn't be requested.
 */
export const readDownloadSign = ({ problem, status, page }: DownloadError): DownloadSign => {
  if (problem === "signed_out" || hasPasswordField(page)) return "out";
  if (problem === "http_error") return status === 401 || status === 403 ? "doubtful" : "none";
  return problem === "not_pdf" || problem === "left_site" || problem === "blocked_by_robots" ? "doubtful" : "none";
};
