import { z } from "zod";
import { impacts } from "@/server/core/impact";

const count = z.number().int().min(0).max(1_000_000_000);
const address = z.url({ protocol: /^https?$/ }).max(4_096);

/** Maximum number of documents that a scan can check. */
export const MAX_CHECKED_DOCUMENTS = 1_000;
/** Maximum number of documents that are listed for an audit, including those that aren't checked. */
export const MAX_LISTED_DOCUMENTS = 5_000;
/** Maximum number of documents that are listed for one page. */
export const MAX_PAGE_DOCUMENTS = 100;
/** Maximum number of pages that a document's report lists as linking to it. */
export const MAX_REPORTED_LINKS = 20;

/** How a document fails one check, or why it needs review. */
export const DocumentFinding = z.object({
  rule_id: z.string().min(1).max(100),
  clause: z
    .string()
    .min(1)
    .max(20)
    .describe("Clause of ISO 14289-1 (PDF/UA-1) and number of its check, such as 7.4.2-1."),
  criteria: z.array(z.string().max(20)).max(20).describe("WCAG success criteria, such as 1.3.1."),
  impact: z.enum(impacts),
  outcome: z.enum(["failed", "needs_review"]),
  message: z.string().max(500),
  page: count
    .nullable()
    .describe("First page with the finding; null if the page is unknown or the finding concerns the whole document."),
  count,
});
export type DocumentFinding = z.infer<typeof DocumentFinding>;

/**
 * Why a document wasn't checked, or was checked only in part: `too_large`, `encrypted`, `broken` and `over_limit` are
 * described in `document/document-result.ts`. `not_pdf`: the URL returns something else. `http_error`: the server
 * responded with an error status. `unreachable`, `timeout`, `blocked_address`, `too_many_redirects`: the download
 * failed. `left_site` and `blocked_by_robots`: the URL redirects to another website, or to a URL that robots.txt
 * doesn't allow. `signed_out`: the session of a signed-in audit had ended, and signing in again didn't help. `crashed`:
 * the check crashed.
 */
export const DocumentProblem = z.enum([
  "too_large",
  "encrypted",
  "broken",
  "over_limit",
  "not_pdf",
  "http_error",
  "unreachable",
  "timeout",
  "blocked_address",
  "too_many_redirects",
  "left_site",
  "blocked_by_robots",
  "signed_out",
  "crashed",
]);
export type DocumentProblem = z.infer<typeof DocumentProblem>;

/**
 * The result for one document that pages of the website link to. `linked_from` contains pages that link to the document
 * but whose results don't list it, because the document was recognised only later or because the page isn't part of the
 * audit.
 */
export const DocumentReport = z.object({
  url: address,
  final_url: address,
  http_status: z.number().int().min(100).max(599).nullable(),
  title: z.string().max(300).nullable(),
  bytes: count.nullable(),
  pages: count.nullable(),
  problem: DocumentProblem.nullable(),
  findings: z.array(DocumentFinding).max(300),
  linked_from: z.array(address).max(MAX_REPORTED_LINKS).default([]),
});
export type DocumentReport = z.infer<typeof DocumentReport>;

/** The part of a report that comes from checking the document's file. */
export const DocumentCheck = DocumentReport.pick({ title: true, pages: true, problem: true, findings: true });
export type DocumentCheck = z.infer<typeof DocumentCheck>;

/** The URLs of the documents that a page links to. */
export const PageDocuments = z.array(address).max(MAX_PAGE_DOCUMENTS);

/** A document that was found earlier, and the number of pages that link to it. */
export const KnownDocument = z.object({ url: address, pages: count });
export type KnownDocument = z.infer<typeof KnownDocument>;
