import { z } from "zod";
import { impacts } from "@/server/core/impact";
import { PageDocuments } from "./document-report";
import { MAX_COUNT, MAX_STRIPS, NodeResult, Reach, Strip } from "./node-result";
import { PageOutline } from "./page-outline";
import { SampleRole } from "./sample/contract";
import { MAX_BLOCKED, MAX_STATES } from "./states";
import { GroupName } from "./url-list/contract";

export * from "./node-result";
export * from "./page-outline";

const count = z.number().int().min(0).max(MAX_COUNT);
const milliseconds = z.number().min(0).max(MAX_COUNT).nullable();
const score = z.number().min(0).max(100).nullable();

export const Impact = z.enum(impacts);
export type Impact = z.infer<typeof Impact>;

export const Device = z.enum(["desktop", "mobile"]);
export type Device = z.infer<typeof Device>;

/**
 * A rule's results on one page. `wcag` lists success criteria such as "1.4.3" (empty for best practices), and `tags`
 * lists axe's tags. `node_count` is exact; `nodes` contains the first 500 in document order.
 */
export const RuleResult = z.object({
  rule_id: z.string().min(1),
  impact: Impact.nullable(),
  wcag: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  help: z.string(),
  description: z.string(),
  help_url: z.string(),
  node_count: count,
  nodes: z.array(NodeResult),
});
export type RuleResult = z.infer<typeof RuleResult>;

/** The number of elements on the page for each outcome of a rule. */
export const RuleChecks = z.object({
  rule_id: z.string().min(1),
  impact: Impact,
  passed: count,
  failed: count,
  needs_review: count,
});
export type RuleChecks = z.infer<typeof RuleChecks>;

/**
 * The accessibility findings of a page: failures in `violations`, elements that need review in `incomplete`. `checks`
 * has one row for each rule that applied to an element; `inapplicable` lists the rules that applied to none. `score`
 * and `score_low` are the two ends of the score's range (see accessibility-score.ts); the app computes them again.
 */
export const AxeResult = z.object({
  engine: z.string(),
  engine_version: z.string(),
  score,
  score_low: score.default(null),
  violations: z.array(RuleResult),
  incomplete: z.array(RuleResult),
  checks: z.array(RuleChecks),
  inapplicable: z.array(z.string()).default([]),
});
export type AxeResult = z.infer<typeof AxeResult>;

/** Measured while the scan loads the page, without throttling. Null means "not measured". CLS has no unit. */
export const PerformanceResult = z.object({
  score,
  lcp_ms: milliseconds,
  cls: z.number().min(0).max(MAX_COUNT).nullable(),
  fcp_ms: milliseconds,
  ttfb_ms: milliseconds,
  tbt_ms: milliseconds,
  load_ms: milliseconds,
  weight_bytes: count.nullable(),
  requests: count.nullable(),
});
export type PerformanceResult = z.infer<typeof PerformanceResult>;

export const CheckOutcome = z.enum(["pass", "fail", "not_applicable"]);
export type CheckOutcome = z.infer<typeof CheckOutcome>;

/**
 * One row of the SEO or quality table. `detail` describes the result in a sentence; `items` lists up to 20 instances.
 */
export const CheckResult = z.object({
  id: z.string().min(1),
  title: z.string(),
  weight: z.number().min(0),
  outcome: CheckOutcome,
  detail: z.string().nullable(),
  items: z.array(z.string()),
});
export type CheckResult = z.infer<typeof CheckResult>;

export const QualityResult = z.object({ score, checks: z.array(CheckResult) });
export type QualityResult = z.infer<typeof QualityResult>;

/**
 * What the page states about itself; a field is null if the page doesn't state it. `h1` contains up to 20 level 1
 * headings.
 */
export const SeoFacts = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  canonical: z.string().nullable(),
  robots: z.string().nullable(),
  language: z.string().nullable(),
  h1: z.array(z.string()),
  hreflang: z.array(z.object({ language: z.string(), url: z.string() })),
  word_count: count,
});
export type SeoFacts = z.infer<typeof SeoFacts>;

export const SeoResult = z.object({ score, facts: SeoFacts.nullable().default(null), checks: z.array(CheckResult) });
export type SeoResult = z.infer<typeof SeoResult>;

/**
 * Why a page has no findings: `http_error` (status 400 and up), `rate_limited`, `timeout`, `unreachable`,
 * `blocked_address`, `too_many_redirects`, `too_large`, `page_crashed`, `navigated_away`, `engine_failed`,
 * `scanner_crashed` (the page crashed the scanner twice), `journey_failed` (a journey didn't reach the page),
 * `result_refused` (the app rejected the result). Pages that visitors see instead of the website's page: `bot_wall`,
 * `consent_wall`, `login_page` (reached by a redirect or in place of a page), `soft_404`, `maintenance`,
 * `parked_domain`, `empty_page`, `wrong_place` (another country or language). Other scanners may add codes.
 */
export const PageError = z.object({ code: z.string().min(1), message: z.string() });
export type PageError = z.infer<typeof PageError>;

/**
 * Which rules ran on a page: all (`full`), all except those that the page prevented by navigating or not responding
 * (`partial`), or only those that don't interact with the page (`quick`).
 */
export const PageDepth = z.enum(["full", "partial", "quick"]);
export type PageDepth = z.infer<typeof PageDepth>;

/** Limits for screenshots: the height in CSS pixels of the page, and the file size in bytes. */
export const ScreenshotOptions = z.object({
  max_height: z.number().int().min(100).max(16_000),
  max_bytes: z.number().int().min(10_000).max(2_000_000),
});
export type ScreenshotOptions = z.infer<typeof ScreenshotOptions>;

/**
 * A screenshot of the page from its top, with form values, email addresses and tokens masked. `width` and `height` are
 * in the page's CSS pixels; the image itself may be smaller. `data` is a WebP file in Base64.
 */
export const Screenshot = z.object({
  content_type: z.literal("image/webp"),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  data: z
    .string()
    .max(3_000_000)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
});
export type Screenshot = z.infer<typeof Screenshot>;

/** How much was left out of a page's findings: the number of excluded elements, and of findings on or inside them. */
export const Excluded = z.object({ elements: count, findings: count });
export type Excluded = z.infer<typeof Excluded>;
/** The journey that led to a page, with the page's name and URL in that journey. */
export const JourneyPlace = z.object({
  journey: z.string().min(1).max(200),
  page: z.string().min(1).max(200),
  url: z.string().max(4_096).nullable(),
});
export type JourneyPlace = z.infer<typeof JourneyPlace>;

/**
 * What happened when the page was loaded again on an emulated phone: the URL after redirects and, if the page wasn't
 * tested in this view, the reason. `left_site` means that phones are redirected to another website. Other codes are
 * those of a page's error.
 */
export const PageOnPhone = z.object({
  final_url: z.string().min(1).max(4_096),
  error: z.object({ code: z.string().min(1).max(100), message: z.string().max(1_000) }).nullable(),
});
export type PageOnPhone = z.infer<typeof PageOnPhone>;

/**
 * The states of a page that were scanned: how to reach each of them, and the requests that were blocked there because
 * they might have changed something. `is_whole` is false if there wasn't enough time for everything, the page kept
 * adding content, or another page, a wall or an error was shown when the page was loaded again.
 */
export const PageStates = z.object({
  found: z.array(z.object({ reach: Reach })).max(MAX_STATES),
  blocked: z.array(z.object({ method: z.string().max(20), url: z.string().max(300) })).max(MAX_BLOCKED),
  is_whole: z.boolean(),
});
export type PageStates = z.infer<typeof PageStates>;

/**
 * All results of a scan for one page. `url` is the requested URL, and `final_url` is the URL after redirects. If there
 * is an `error`, the sections are null; a section may also be null because it wasn't measured. Pages with the same
 * outermost structure have the same `template`. `template` and `depth` are null if unknown. The fields from
 * `screenshot` on are our own extensions. `screenshot` and `strips` are set if the scan's options request screenshots.
 * `outline` lets the cross-page rules compare the page with others when the scan is complete. `documents` lists the
 * PDFs that the page links to. `group` is the name of the page's group in the URL list. `excluded` counts what was left
 * out if the scan's options exclude elements. `sample` says how the page was chosen for the sample. `states` is set if
 * the states of the page were explored, and `phone` if the page was loaded again on an emulated phone. `journey` is set
 * if a journey led to the page; `url` and `final_url` then identify the page (see journeys/scan-point.ts).
 */
export const PageResult = z.object({
  url: z.string().min(1),
  final_url: z.string().min(1),
  http_status: z.number().int().min(100).max(599).nullable(),
  title: z.string().nullable(),
  template: z.string().min(1).max(2_048).nullable().default(null),
  depth: PageDepth.nullable().default(null),
  device: Device,
  started_at: z.iso.datetime(),
  duration_ms: z.number().min(0).max(86_400_000),
  axe: AxeResult.nullable().default(null),
  performance: PerformanceResult.nullable().default(null),
  seo: SeoResult.nullable().default(null),
  quality: QualityResult.nullable().default(null),
  error: PageError.nullable().default(null),
  screenshot: Screenshot.optional(),
  strips: z.array(Strip).max(MAX_STRIPS).optional(),
  outline: PageOutline.optional(),
  documents: PageDocuments.optional(),
  group: GroupName.optional(),
  excluded: Excluded.optional(),
  states: PageStates.optional(),
  phone: PageOnPhone.optional(),
  journey: JourneyPlace.optional(),
  sample: SampleRole.optional(),
});
export type PageResult = z.infer<typeof PageResult>;
