import { z } from "zod";
import { Lighthouse } from "./lighthouse-result";
import { Device, PageError, PageResult } from "./page-result";

export * from "./check-snippet-contract";
export * from "./lighthouse-result";
export * from "./page-result";
export { SIGNATURE_HEADER, signScannerBody, verifyScannerSignature } from "./signature";

const addresses = z.array(z.string().min(1).max(4_096)).max(100_000);
const patterns = z.array(z.string().min(1).max(1_000)).max(100);

/** What is tested against, each including the ones before it; best practices always come on top. */
export const Standard = z.enum(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]);
export type Standard = z.infer<typeof Standard>;

/**
 * How to scan. `include` and `exclude` are written as in robots.txt: a prefix of path and query, `*` for anything, `$`
 * for the end. The keys after `skip_urls` are our own extension: a foreign scanner may ignore every one of them.
 *
 * A scan that continues gives `skip_urls` (`url` and `final_url` of every page already delivered), `pages_done` (how many
 * results those are), `known_urls` (every address of `discovered_urls` so far; without any the skipped pages are loaded
 * once more, only for their links) and `first_sequence` (one more than the highest sequence received).
 *
 * `lighthouse` runs Lighthouse on the start page after the last page, before `audit.completed`.
 */
export const ScanOptions = z.object({
  standard: Standard.default("wcag22aa"),
  max_pages: z.number().int().min(1).max(100_000).default(100),
  include: patterns.default([]),
  exclude: patterns.default([]),
  device: Device.default("desktop"),
  skip_urls: addresses.default([]),
  pages_done: z.number().int().min(0).optional(),
  known_urls: addresses.optional(),
  first_sequence: z.number().int().min(1).default(1),
  sitemap_url: z.url().optional(),
  respect_robots: z.boolean().default(true),
  extra_origins: z.array(z.url()).max(20).default([]),
  lighthouse: z.boolean().default(false),
});
export type ScanOptions = z.infer<typeof ScanOptions>;
export type ScanOptionsInput = z.input<typeof ScanOptions>;

/** Body of `POST /scans`. */
export const ScanRequest = z.object({
  audit_id: z.string().min(1).max(200),
  website_url: z.url({ protocol: /^https?$/ }),
  callback_url: z.url({ protocol: /^https?$/ }),
  options: ScanOptions.prefault({}),
});
export type ScanRequest = z.infer<typeof ScanRequest>;
export type ScanRequestInput = z.input<typeof ScanRequest>;

export const ScanEvent = z.enum(["pages.completed", "audit.completed", "audit.failed", "heartbeat"]);
export type ScanEvent = z.infer<typeof ScanEvent>;

export const ScanPhase = z.enum(["discovering", "scanning"]);
export type ScanPhase = z.infer<typeof ScanPhase>;

/**
 * What the scanner posts to `callback_url`, at most 20 MB before gzip. Every event takes one number of the sequence.
 * `pages_total` grows while links are found. `phase`, `discovered_urls` (found since the event before), `error` (with
 * `audit.failed`) and `lighthouse` (with `audit.completed`, when asked for) are our own extension.
 */
export const ScanCallback = z.object({
  audit_id: z.string().min(1).max(200),
  sequence: z.number().int().min(1),
  event: ScanEvent,
  pages_total: z.number().int().min(0).nullable().default(null),
  pages: z.array(PageResult).max(1_000).default([]),
  phase: ScanPhase.optional(),
  discovered_urls: addresses.optional(),
  error: PageError.optional(),
  lighthouse: Lighthouse.optional(),
});
export type ScanCallback = z.infer<typeof ScanCallback>;
export type ScanCallbackInput = z.input<typeof ScanCallback>;
