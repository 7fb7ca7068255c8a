import { z } from "zod";
import { DocumentReport, KnownDocument, MAX_CHECKED_DOCUMENTS, MAX_LISTED_DOCUMENTS } from "./document-report";
import { Journeys } from "./journey-contract";
import { DEFAULT_LANGUAGE, LanguageTag } from "./language";
import { Lighthouse } from "./lighthouse-result";
import { Device, PageError, PageResult, ScreenshotOptions } from "./page-result";
import { MAX_SEED } from "./sample/contract";
import { MAX_SELECTOR_LENGTH, MAX_SELECTORS } from "./selector-limits";
import { SignIn } from "./sign-in-contract";
import { MAX_GROUPS, UrlGroup } from "./url-list/contract";
import { defaultViews, furtherViews } from "./views";

export * from "./check-snippet-contract";
export * from "./document-report";
export * from "./fix-page-contract";
export * from "./journey-contract";
export * from "./journey-trial-contract";
export * from "./lighthouse-result";
export * from "./page-result";
export * from "./sample/contract";
export * from "./sign-in-contract";
export { SIGNATURE_HEADER, signScannerBody, verifyScannerSignature } from "./signature";
export * from "./url-list/contract";

/** Maximum number of URLs in each list in a request. */
export const mostAddresses = 100_000;

const addresses = z.array(z.string().min(1).max(4_096)).max(mostAddresses);
const patterns = z.array(z.string().min(1).max(1_000)).max(100);

const ruleIds = z.array(z.string().min(1).max(200)).max(300);

/**
 * Our own extension to the response to GET /health. Other scanners may omit it. Both fields are unset until the scanner
 * has tried to start a browser.
 */
export const BrowserHealth = z.object({
  sandbox: z.boolean().optional(),
  /** Code of the error that prevents the browser from starting. */
  problem: z.string().optional(),
});
export type BrowserHealth = z.infer<typeof BrowserHealth>;

/**
 * The standard to test against. It includes lower levels and earlier versions, so `wcag21a` includes `wcag2a` but not
 * `wcag2aa`. Best practices are always tested too.
 */
export const Standard = z.enum(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "wcag22aaa"]);
export type Standard = z.infer<typeof Standard>;

/**
 * Which pages the scanner interacts with: all pages, only the start page and two pages of each template, or no pages.
 * Interacting with a page means resizing its window, using the keyboard and pointer, and watching how the page reacts.
 * This takes most of a scan's time.
 */
export const ScanDepth = z.enum(["full", "templates", "quick"]);
export type ScanDepth = z.infer<typeof ScanDepth>;

/** The views, besides the usual one, in which pages that the scanner interacts with are tested; see views.ts. */
export const ScanViews = z
  .array(z.enum(furtherViews))
  .max(furtherViews.length)
  .refine((list) => new Set(list).size === list.length, "A view is listed more than once.");

/**
 * How to scan. The patterns in `include` and `exclude` use the syntax of robots.txt: each is a prefix of the path,
 * query and route in the fragment, in which `*` matches anything and `$` the end. `depth` and the keys after
 * `skip_urls` are our own extension, which other scanners may ignore.
 *
 * A scan that continues an earlier one gets `skip_urls` (`url` and `final_url` of every page already delivered),
 * `pages_done` (the number of these pages), `known_urls` (all `discovered_urls` so far; if it is missing, the skipped
 * pages are loaded again just for their links) and `first_sequence` (one more than the highest sequence number
 * received).
 *
 * `lighthouse` runs Lighthouse on the start page after the last page, before `audit.completed`. A `low_priority` scan
 * gets less CPU time while other scans need it. `screenshots` requests a screenshot of each page. `second_engine` also
 * runs AccessLint on each page. `views` lists the views to test besides the usual one. `states` explores the states of
 * one page per template, among the pages that the scanner interacts with. `language` is the language that the browser
 * asks for.
 *
 * `url_groups` lists URLs to scan right after the start page, in this order. With `list_only`, nothing else is scanned,
 * not even the start page, unless it is listed. A page's result names its group.
 *
 * With `sample`, if sitemaps and `url_groups` list more than `max_pages` pages, a representative sample of them is
 * scanned instead of the first ones. `sample_seed` determines the draw, and a page's result says how it was chosen.
 *
 * `exclude_elements` lists selectors: findings on or inside the elements that they match are left out and counted. With
 * `include_rules`, only these rules run; `exclude_rules` takes precedence.
 *
 * `max_documents` is the maximum number of linked PDFs that are checked after the last page; with 0, PDFs aren't listed
 * either. A scan that continues an earlier one also gets `known_documents` (all documents found so far) and
 * `skip_documents` (those already delivered).
 */
export const ScanOptions = z.object({
  standard: Standard.default("wcag22aa"),
  max_pages: z.number().int().min(1).max(100_000).default(100),
  include: patterns.default([]),
  exclude: patterns.default([]),
  device: Device.default("desktop"),
  depth: ScanDepth.default("full"),
  skip_urls: addresses.default([]),
  pages_done: z.number().int().min(0).optional(),
  known_urls: addresses.optional(),
  first_sequence: z.number().int().min(1).default(1),
  url_groups: z
    .array(UrlGroup)
    .max(MAX_GROUPS + 1)
    .default([]),
  list_only: z.boolean().default(false),
  sample: z.boolean().default(false),
  sample_seed: z.number().int().min(0).max(MAX_SEED).default(0),
  exclude_elements: z.array(z.string().min(1).max(MAX_SELECTOR_LENGTH)).max(MAX_SELECTORS).default([]),
  include_rules: ruleIds.default([]),
  exclude_rules: ruleIds.default([]),
  sitemap_url: z.url().optional(),
  respect_robots: z.boolean().default(true),
  extra_origins: z.array(z.url()).max(20).default([]),
  lighthouse: z.boolean().default(false),
  second_engine: z.boolean().default(false),
  views: ScanViews.default([...defaultViews]),
  states: z.boolean().default(false),
  language: LanguageTag.default(DEFAULT_LANGUAGE),
  low_priority: z.boolean().default(false),
  screenshots: ScreenshotOptions.optional(),
  max_documents: z.number().int().min(0).max(MAX_CHECKED_DOCUMENTS).default(50),
  known_documents: z.array(KnownDocument).max(MAX_LISTED_DOCUMENTS).default([]),
  skip_documents: addresses.default([]),
});
export type ScanOptions = z.infer<typeof ScanOptions>;
export type ScanOptionsInput = z.input<typeof ScanOptions>;

/** Maximum usage that an event can report; more than any scan uses between two events. */
const MAX_USAGE = 1_000_000_000_000;

/**
 * Body of `POST /scans`. `sign_in` and `journeys` are our own extensions; the secrets of a sign-in are kept in memory
 * only.
 */
export const ScanRequest = z.object({
  audit_id: z.string().min(1).max(200),
  website_url: z.url({ protocol: /^https?$/ }),
  callback_url: z.url({ protocol: /^https?$/ }),
  options: ScanOptions.prefault({}),
  sign_in: SignIn.optional(),
  journeys: Journeys.default([]),
});
export type ScanRequest = z.infer<typeof ScanRequest>;
export type ScanRequestInput = z.input<typeof ScanRequest>;

export const ScanEvent = z.enum(["pages.completed", "audit.completed", "audit.failed", "heartbeat"]);
export type ScanEvent = z.infer<typeof ScanEvent>;

export const ScanPhase = z.enum(["discovering", "scanning"]);
export type ScanPhase = z.infer<typeof ScanPhase>;

/**
 * Body that the scanner posts to `callback_url`, at most 20 MB before gzip. Each event has the next sequence number.
 * `pages_total` grows as links are found. Our own extension adds `phase`, `discovered_urls` (found since the previous
 * event), `error` (with `audit.failed`), `lighthouse` (with `audit.completed`, when requested), `usage` (CPU time and
 * bytes since the previous event) and `pause_seconds` (how long the scan will do nothing but wait because of the
 * website's crawl delay or a pause that the website requested). `documents` contains the results for linked PDFs.
 */
export const ScanCallback = z.object({
  audit_id: z.string().min(1).max(200),
  sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  event: ScanEvent,
  pages_total: z.number().int().min(0).max(1_000_000).nullable().default(null),
  pages: z.array(PageResult).max(1_000).default([]),
  documents: z.array(DocumentReport).max(1_000).default([]),
  phase: ScanPhase.optional(),
  discovered_urls: addresses.optional(),
  error: PageError.optional(),
  lighthouse: Lighthouse.optional(),
  usage: z
    .object({ cpu_ms: z.number().int().min(0).max(MAX_USAGE), bytes: z.number().int().min(0).max(MAX_USAGE) })
    .optional(),
  pause_seconds: z.number().min(0).max(86_400).optional(),
});
export type ScanCallback = z.infer<typeof ScanCallback>;
export type ScanCallbackInput = z.input<typeof ScanCallback>;
