import { z } from "zod";
import { impacts } from "@/server/core/impact";
import { engines } from "./engines";

/** Maximum integer in the database. */
export const MAX_COUNT = 2_147_483_647;
const count = z.number().int().min(0).max(MAX_COUNT);
const milliseconds = z.number().min(0).max(MAX_COUNT).nullable();
const score = z.number().min(0).max(100).nullable();

export const Impact = z.enum(impacts);
export type Impact = z.infer<typeof Impact>;

export const Engine = z.enum(engines);

export const Device = z.enum(["desktop", "mobile"]);
export type Device = z.infer<typeof Device>;

/** In a selector, parts for frames and open shadow roots are joined by " >>> ", outermost first. */
export const RelatedNode = z.object({ selector: z.string(), html: z.string() });
export type RelatedNode = z.infer<typeof RelatedNode>;

/** A rectangle in CSS pixels, measured from the top left corner of the page. */
export const Box = z.object({
  x: z.number().min(-MAX_COUNT).max(MAX_COUNT),
  y: z.number().min(-MAX_COUNT).max(MAX_COUNT),
  width: z.number().min(0).max(MAX_COUNT),
  height: z.number().min(0).max(MAX_COUNT),
});
export type Box = z.infer<typeof Box>;

/** `is_frame` is true if the box is that of the frame around the element, because screenshots don't show its content. */
export const ElementBox = Box.extend({ is_frame: z.boolean().optional() });
export type ElementBox = z.infer<typeof ElementBox>;

/** The states of the page in which the pictures of a strip show an element. */
export const StripState = z.enum([
  "usual_window",
  "narrow_window",
  "usual_spacing",
  "more_spacing",
  "without_focus",
  "with_focus",
  "after_tab",
  "without_pointer",
  "with_pointer",
  "after_escape",
  "while_pressed",
  "usual_contrast",
  "less_contrast",
]);
export type StripState = z.infer<typeof StripState>;

/** Largest file of a picture in a strip, in bytes. */
export const MAX_STRIP_BYTES = 20_000;
export const MAX_STRIPS = 10;
const side = z.number().min(1).max(4_000);

/**
 * A picture of an element in one state of the page, as a WebP file in Base64. `width` and `height` are those of the part
 * of the window that it shows, in CSS pixels; `window_width` is that of the window. `box` is where the element is in the
 * picture; null if an outline would be mistaken for what the picture shows, or if the element isn't in it.
 */
export const StripPicture = z.object({
  state: StripState,
  window_width: z.number().int().min(1).max(20_000),
  width: side,
  height: side,
  box: Box.nullable(),
  content_type: z.literal("image/webp"),
  data: z
    .string()
    .max(Math.ceil(MAX_STRIP_BYTES / 3) * 4)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
});
export type StripPicture = z.infer<typeof StripPicture>;

/** Pictures of an element in different states of the page, which show why it fails. */
export const Strip = z.object({ pictures: z.array(StripPicture).min(2).max(3) });
export type Strip = z.infer<typeof Strip>;

const spoken = z.string().max(200).nullable();

/**
 * How assistive technology presents an element. `states` are words such as "expanded" or "disabled". `path` lists the
 * landmarks around the element, outermost first, and then the headings above it.
 */
export const AccessibilityInfo = z.object({
  role: spoken,
  name: spoken,
  states: z.array(z.string().max(40)).max(20),
  path: z
    .array(z.object({ role: z.string().max(60), name: spoken, level: z.number().int().min(1).max(9).nullable() }))
    .max(20),
});
export type AccessibilityInfo = z.infer<typeof AccessibilityInfo>;

/**
 * Signals for recognising an element in a later audit: its role, accessible name and the start of its text, the start
 * of its section's heading and of the text next to it, and the path of tags and roles to it without generic containers.
 */
export const NodeSignals = z.object({
  role: z.string().max(100),
  name: z.string().max(200),
  text: z.string().max(200),
  heading: z.string().max(200),
  near: z.string().max(200),
  path: z.string().max(600),
});
export type NodeSignals = z.infer<typeof NodeSignals>;

/**
 * One element that fails a rule or needs review. `html` has at most 600 characters, without form values, email
 * addresses and tokens. The optional fields are our own extension: `component` names the structure around the element
 * (see component.ts), `box` is its position in the page's screenshot, `strip` is the index of its strip in the page's
 * `strips`, `accessibility` is how assistive technology presents it, `signals` identify it in later audits, and `engines`
 * lists the engines that saw it, if that isn't only the engine of its rule.
 */
export const NodeResult = z.object({
  selector: z.string(),
  html: z.string(),
  failure_summary: z.string(),
  component: z.string().min(1).max(200).optional(),
  box: ElementBox.optional().catch(undefined),
  strip: z
    .number()
    .int()
    .min(0)
    .max(MAX_STRIPS - 1)
    .optional()
    .catch(undefined),
  accessibility: AccessibilityInfo.optional().catch(undefined),
  signals: NodeSignals.optional().catch(undefined),
  engines: z.array(Engine).max(3).optional().catch(undefined),
  related: z.array(RelatedNode).default([]),
});
export type NodeResult = z.infer<typeof NodeResult>;

/**
 * A rule's results on one page. `wcag` lists success criteria such as "1.4.3" (empty for best practices), `tags` are
 * axe's tags. `node_count` is exact; `nodes` contains the first 500 in document order.
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

/** Measured during the scan's page load, unthrottled. Null means "not measured". CLS has no unit. */
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

/** What the page states about itself; null where it states nothing. `h1` contains up to 20 level 1 headings. */
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
 * `scanner_crashed` (the page crashed the scanner twice), `result_refused` (the app rejected the result). Other
 * scanners may add codes.
 */
export const PageError = z.object({ code: z.string().min(1), message: z.string() });
export type PageError = z.infer<typeof PageError>;

/**
 * Which rules ran on a page: all (`full`), all except those that the page prevented by navigating or not responding
 * (`partial`), or only those that don't drive the page (`quick`).
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
 * A screenshot of the page from its top, with form values, email addresses and tokens covered. `width` and `height` are
 * in CSS pixels of the page; the image itself may be smaller. `data` is a WebP file in Base64.
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

/**
 * All results of a scan for one page. `url` is the requested URL, `final_url` the URL after redirects. If there is an
 * `error`, the sections are null; a section may also be null because it wasn't measured. Pages with the same outermost
 * structure have the same `template`. `template` and `depth` are null if unknown. `screenshot` and
 * `strips`, our own extensions, are set if the scan's options request screenshots.
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
});
export type PageResult = z.infer<typeof PageResult>;
