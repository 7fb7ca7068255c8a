import { z } from "zod";

const count = z.number().int().min(0);
const milliseconds = z.number().min(0).nullable();
const score = z.number().min(0).max(100).nullable();

export const Impact = z.enum(["critical", "serious", "moderate", "minor"]);
export type Impact = z.infer<typeof Impact>;

export const Device = z.enum(["desktop", "mobile"]);
export type Device = z.infer<typeof Device>;

/** A selector goes through frames and open shadow roots by " >>> ", outermost first. */
export const RelatedNode = z.object({ selector: z.string(), html: z.string() });
export type RelatedNode = z.infer<typeof RelatedNode>;

/**
 * One element a rule spoke about. `html` is at most 600 characters, with form values, e-mails and tokens taken out.
 * `component`, our own extension, names the structure around it (see component.ts).
 */
export const NodeResult = z.object({
  selector: z.string(),
  html: z.string(),
  failure_summary: z.string(),
  component: z.string().min(1).max(200).optional(),
  related: z.array(RelatedNode).default([]),
});
export type NodeResult = z.infer<typeof NodeResult>;

/**
 * One rule on one page. `wcag` are success criteria such as "1.4.3" (empty for best practice), `tags` axe's own.
 * `node_count` is exact; `nodes` holds the first 500 of them in document order.
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

/** How many elements of the page a rule passed, failed, or could not decide. What the score is computed from. */
export const RuleChecks = z.object({
  rule_id: z.string().min(1),
  impact: Impact,
  passed: count,
  failed: count,
  needs_review: count,
});
export type RuleChecks = z.infer<typeof RuleChecks>;

/**
 * The accessibility findings of a page: verdicts in `violations`, what a person has to decide in `incomplete`.
 * `checks` has one row for every rule that met an element, `inapplicable` the rules that met none.
 */
export const AxeResult = z.object({
  engine: z.string(),
  engine_version: z.string(),
  score,
  violations: z.array(RuleResult),
  incomplete: z.array(RuleResult),
  checks: z.array(RuleChecks),
  inapplicable: z.array(z.string()).default([]),
});
export type AxeResult = z.infer<typeof AxeResult>;

/** Measured in the load that was scanned, unthrottled. Null is "not measured". CLS has no unit. */
export const PerformanceResult = z.object({
  score,
  lcp_ms: milliseconds,
  cls: z.number().min(0).nullable(),
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

/** One row of the SEO or quality table. `detail` says in a sentence what was seen, `items` lists up to 20 of them. */
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

/** `facts` is what the page says of itself, null where it says nothing. `h1` holds up to 20 headings of level 1. */
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
 * Why a page has no findings: `http_error` (status 400 and up), `rate_limited`, `timeout`, `unreachable`, `blocked_address`,
 * `too_many_redirects`, `too_large`, `page_crashed`, `navigated_away`, `engine_failed`. Foreign scanners may add codes.
 */
export const PageError = z.object({ code: z.string().min(1), message: z.string() });
export type PageError = z.infer<typeof PageError>;

/**
 * Everything a scan says about one page (contract §5). `url` is the address that was asked for, `final_url` where the
 * browser ended. With an `error` the sections are null; a section may also be null because it was not measured.
 */
export const PageResult = z.object({
  url: z.string().min(1),
  final_url: z.string().min(1),
  http_status: z.number().int().min(100).max(599).nullable(),
  title: z.string().nullable(),
  device: Device,
  started_at: z.iso.datetime(),
  duration_ms: z.number().min(0),
  axe: AxeResult.nullable().default(null),
  performance: PerformanceResult.nullable().default(null),
  seo: SeoResult.nullable().default(null),
  quality: QualityResult.nullable().default(null),
  error: PageError.nullable().default(null),
});
export type PageResult = z.infer<typeof PageResult>;
