import { z } from "zod";
import { ChangeKind as kinds } from "@/generated/prisma/enums";
import { Id, pageFields, pageOf, Time } from "@/server/core/schema";
import {
  AccessibilityInfo,
  DocumentFinding,
  DocumentProblem,
  ElementBox,
  Engine,
  GroupName,
  Impact,
  JourneyName,
  Lighthouse,
  PageDepth,
  PageOnPhone,
  PageStates,
  Reach,
  RelatedNode,
  SampleKind,
  StripPicture,
  View,
} from "@/server/scanner/contract";
import { Audit, AuditScope, ExcludedCounts, Scores } from "../contract";
import { IssueStatus } from "../issues/contract";

export const GetResults = z
  .strictObject({ audit_id: Id.optional(), website_id: Id.optional() })
  .refine(({ audit_id, website_id }) => (audit_id === undefined) !== (website_id === undefined), {
    path: ["audit_id"],
    error: "Send either audit_id or website_id, but not both.",
  });
export type GetResults = z.infer<typeof GetResults>;

export const Counts = z.object({
  critical: z.number().int(),
  serious: z.number().int(),
  moderate: z.number().int(),
  minor: z.number().int(),
  needs_review: z.number().int(),
  passed: z.number().int(),
});
export type Counts = z.infer<typeof Counts>;

/**
 * A rule's totals for the whole audit. `nodes` and `pages` count elements and pages that fail, `review_*` those that
 * need review.
 */
export const RuleSummary = z.object({
  rule_id: z.string(),
  impact: Impact.nullable(),
  help: z.string(),
  description: z.string(),
  help_url: z.string(),
  wcag: z.array(z.string()),
  nodes: z.number().int(),
  pages: z.number().int(),
  review_nodes: z.number().int(),
  review_pages: z.number().int(),
  passed_nodes: z.number().int(),
  passed_pages: z.number().int(),
  engines: z.array(Engine).describe("The engines that reported findings; the rule's own engine if there are none."),
});
export type RuleSummary = z.infer<typeof RuleSummary>;

export const CriterionSummary = z.object({
  criterion: z.string(),
  name: z.string(),
  level: z.enum(["A", "AA", "AAA"]).describe("AAA occurs only if the audit's standard includes level AAA."),
  outcome: z
    .enum(["failed", "passed", "no_failures", "needs_review", "not_tested"])
    .describe(
      "passed: the rules cover the whole criterion, ran on every page and found no failures. no_failures: the rules " +
        "found none, but cover only part of the criterion or ran on only some of the pages, so a person has to check " +
        "the rest. not_tested: no rule found anything to test, or no rule could run.",
    ),
  rules: z
    .array(z.string())
    .describe(
      "The criterion's rules that matched an element. For a level AAA criterion that is a stricter version of a " +
        "lower-level criterion, this includes any rules for the lower-level criterion that matched an element.",
    ),
});
export type CriterionSummary = z.infer<typeof CriterionSummary>;

export const PageSummary = z.object({
  id: Id,
  url: z.string(),
  final_url: z.string(),
  title: z.string().nullable(),
  journey: z
    .object({
      name: z.string().describe("Name of the journey."),
      page: z.string().describe("Name of the page in the journey."),
      url: z.string().nullable().describe("URL at which the journey reached the page; null if it didn't."),
    })
    .nullable()
    .describe(
      "The journey that led to the page; null for other pages. If set, the page's `url` is only an identifier; the page was at `journey.url`.",
    ),
  template: z
    .string()
    .nullable()
    .describe(
      "Identifies the page's template. Pages with the same outermost structure share a template. Null if unknown.",
    ),
  group: z.string().nullable().describe("Name of the page's group in the website's URL list; null if it has none."),
  depth: PageDepth.nullable().describe(
    "full: all rules ran. quick: the scanner didn't interact with the page, so the rules that use the keyboard, " +
      "resize the window or watch the page didn't run. partial: some rules didn't run, because the page navigated " +
      "or stopped responding. Null if unknown.",
  ),
  http_status: z.number().int().nullable(),
  device: z.string(),
  started_at: Time,
  duration_ms: z.number().int(),
  scores: Scores,
  counts: Counts,
  sample: SampleKind.nullable().describe(
    "How the page was chosen for the audit's sample: structured (one page of each URL pattern) or random. Null if " +
      "the audit has no sample.",
  ),
  excluded: ExcludedCounts.describe(
    "Number of elements and findings that the website's settings exclude on this page.",
  ),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
});
export type PageSummary = z.input<typeof PageSummary>;

const Metrics = z.object({
  lcp_ms: z.number().nullable(),
  cls: z.number().nullable(),
  fcp_ms: z.number().nullable(),
  ttfb_ms: z.number().nullable(),
  tbt_ms: z.number().nullable(),
  weight_bytes: z.number().nullable(),
  requests: z.number().nullable(),
});

export const PerformanceSummary = z.object({
  aggregate: z.literal("p75"),
  pages_measured: z.number().int(),
  metrics: Metrics,
  slowest_pages: z.array(
    z.object({
      url: z.string(),
      lcp_ms: z.number().nullable(),
      weight_bytes: z.number().nullable(),
      requests: z.number().nullable(),
    }),
  ),
});

const CheckSummary = z.object({
  id: z.string(),
  title: z.string(),
  outcome: z.enum(["pass", "fail", "not_measured"]),
  pages_failed: z.number().int(),
  pages_total: z.number().int(),
});
export const ChecksSummary = z.object({ checks: z.array(CheckSummary) });

export const Formulas = z.object({
  accessibility: z.string(),
  performance: z.string(),
  seo: z.string(),
  quality: z.string(),
});

/**
 * Number of hours for which a comparison is stored if it wasn't created when the audit completed, so that the remaining
 * pages of its list can be read.
 */
export const comparisonsKeptHours = 1;
const UnscannedCount = z.object({
  code: z.string().describe("The pages' error_code."),
  pages: z.number().int(),
});

export const Results = z.object({
  audit: Audit,
  scores: Scores,
  formulas: Formulas,
  counts: Counts,
  rules: z.array(RuleSummary),
  criteria: z.array(CriterionSummary),
  /** The 100 pages with the lowest accessibility score; `pages/` lists all of them. */
  pages: z.array(PageSummary),
  scope: AuditScope.describe(
    "The URL list, sample, journeys, excluded elements and choice of rules that determined what the audit covered.",
  ),
  not_scanned: z.array(UnscannedCount).describe("Number of pages that weren't scanned, by reason."),
  performance: PerformanceSummary,
  seo: ChecksSummary,
  quality: ChecksSummary,
  /** Lighthouse results for the start page, or why there are none; null if Lighthouse didn't run. */
  lighthouse: Lighthouse.nullable(),
  pages_signed_out: z
    .number()
    .int()
    .describe("Number of pages that weren't scanned because the website had signed the scanner out."),
});
export type Results = z.input<typeof Results>;

/**
 * Only failed elements are listed, unless the impact is `needs_review`, which selects elements that need review
 * instead. A page is listed if any of its elements matches all filters.
 */
const findingFilters = {
  impact: z.enum([...Impact.options, "needs_review"]).optional(),
  rule_id: z.string().max(200).optional(),
  criterion: z.string().max(20).optional(),
  journey: JourneyName.optional().describe("Name of a journey; only the pages that it leads to are included."),
};

export const ListPages = z.strictObject({
  ...pageFields,
  ...findingFilters,
  audit_id: Id,
  group: GroupName.optional().describe("Name of a page group; only its pages are listed."),
  q: z.string().max(200).optional(),
});
export type ListPages = z.infer<typeof ListPages>;

export const PageKey = z.strictObject({ audit_id: Id, page_id: Id });
export type PageKey = z.infer<typeof PageKey>;

const PageCheck = z.object({
  area: z.enum(["seo", "quality"]),
  id: z.string(),
  title: z.string(),
  outcome: z.string(),
});

export const PageRule = z.object({
  rule_id: z.string(),
  outcome: z.enum(["violation", "needs_review"]),
  impact: Impact.nullable(),
  help: z.string(),
  nodes: z.number().int(),
});

/** The part of a page that its screenshot shows, in CSS pixels; the image itself may be smaller. */
export const PageScreenshot = z.object({ url: z.url(), width: z.number().int(), height: z.number().int() });
export type PageScreenshot = z.infer<typeof PageScreenshot>;

export const PageDetail = PageSummary.extend({
  screenshot: PageScreenshot.nullable().describe("Null if no screenshot was taken or it has been purged."),
  rules: z.array(PageRule),
  performance: Metrics.nullable(),
  checks: z.array(PageCheck),
  states: PageStates.nullable().describe(
    "The states of the page that were scanned, such as open menus and dialogs, and the requests that were blocked " +
      "because they might have changed something. Null if the states of this page weren't explored.",
  ),
  phone: PageOnPhone.nullable().describe(
    "Result of loading the page again on an emulated phone: the URL after redirects and, if the page wasn't tested, " +
      "the reason. Null if the page wasn't loaded again.",
  ),
});
export type PageDetail = z.input<typeof PageDetail>;

export const ListDocuments = z.strictObject({
  ...pageFields,
  audit_id: Id,
  q: z.string().max(200).optional().describe("Text in the URL or title."),
});
export type ListDocuments = z.infer<typeof ListDocuments>;

export const DocumentKey = z.strictObject({ audit_id: Id, document_id: Id });
export type DocumentKey = z.infer<typeof DocumentKey>;

export const DocumentSummary = z.object({
  id: Id,
  url: z.string(),
  final_url: z.string().nullable().describe("URL after redirects; null if the document wasn't checked."),
  title: z.string().nullable().describe("Title in the document's metadata."),
  http_status: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  pages: z.number().int().nullable(),
  problem: DocumentProblem.nullable().describe(
    "Why the document couldn't be checked, or could be checked only in part; null if it was checked in full or " +
      "hasn't been checked yet.",
  ),
  counts: Counts.omit({ passed: true }).describe(
    "Number of failures by impact, and number of results that need review.",
  ),
  linking_pages: z.number().int().describe("Number of pages that link to the document."),
  checked_at: Time.nullable().describe(
    "Null until the document is checked, and for documents beyond the audit's maximum.",
  ),
});
export type DocumentSummary = z.input<typeof DocumentSummary>;

export const DocumentList = pageOf(DocumentSummary, {
  total: z.number().int().describe("Number of documents that the audit's pages link to, at most 5,000."),
  not_checked: z.number().int().describe("Number of documents that haven't been checked."),
});
export type DocumentList = z.input<typeof DocumentList>;

/** Maximum number of pages listed as linking to a document. */
export const mostLinkingPages = 100;

export const DocumentDetail = DocumentSummary.extend({
  findings: z.array(DocumentFinding),
  linked_from: z
    .array(
      z.object({
        url: z.string(),
        title: z.string().nullable(),
        page_id: Id.nullable().describe("Null if the page isn't part of the audit."),
      }),
    )
    .describe(`The first ${mostLinkingPages} pages that link to the document, sorted by URL.`),
});
export type DocumentDetail = z.input<typeof DocumentDetail>;

export const ListIssues = z.strictObject({
  ...pageFields,
  ...findingFilters,
  audit_id: Id,
  page_id: Id.optional(),
  status: IssueStatus.optional(),
  /** The id of a component, as listed by `components/`. */
  component: z.string().min(1).max(200).optional(),
  found_in: z
    .enum(["page", "state"])
    .optional()
    .describe("page: only findings in the page's initial state. state: only findings in other states of the page."),
  view: View.optional().describe("Only findings that occur in this view of the page."),
  q: z.string().max(200).optional(),
});
export type ListIssues = z.infer<typeof ListIssues>;

/** A picture of an element in one state of the page. Lengths are in CSS pixels; the image itself may be smaller. */
export const FindingPicture = StripPicture.omit({ content_type: true, data: true }).extend({ url: z.url() });
export type FindingPicture = z.infer<typeof FindingPicture>;

/** `number` is the position of the picture in the finding's strip, starting at 1. */
export const PictureKey = z.strictObject({
  audit_id: Id,
  finding_id: Id,
  number: z.coerce.number<number>().int().min(1).max(3),
});
export type PictureKey = z.infer<typeof PictureKey>;

/** One element on one page that fails a rule or needs review. */
export const Finding = z.object({
  id: Id,
  issue_id: Id.nullable(),
  rule_id: z.string(),
  outcome: z.enum(["violation", "needs_review"]),
  impact: Impact.nullable(),
  help: z.string(),
  wcag: z.array(z.string()),
  page_id: Id,
  page_url: z.string(),
  page_title: z.string().nullable(),
  selector: z.string(),
  html: z.string(),
  message: z.string(),
  engines: z
    .array(Engine)
    .describe(
      "The engines that reported the finding. Findings reported only by AccessLint are marked as needing review.",
    ),
  views: z
    .array(View)
    .describe(
      "The views of the page in which the finding occurs. usual: the usual window. narrow: a window 320 CSS pixels " +
        "wide. zoom_200: 200% zoom. phone: an emulated phone. dark: dark mode. forced_colours: the colours of a " +
        "high-contrast system theme. motion: without a preference for reduced motion.",
    ),
  reach: Reach.nullable().describe(
    "The steps to the state of the page in which the element appears, such as opening a menu. Null if the page's " +
      "initial state contains it.",
  ),
  related: z.array(RelatedNode),
  /** The component that contains the element; null if the scanner didn't name it. */
  component: z.object({ id: z.string(), label: z.string() }).nullable(),
  screenshot: PageScreenshot.extend({ box: ElementBox })
    .nullable()
    .describe(
      "The page's screenshot and the element's position in it; null if the element isn't in a screenshot. For an " +
        "element in a frame, the box is the frame's, and is_frame is true.",
    ),
  strip: z
    .array(FindingPicture)
    .nullable()
    .describe(
      "Two or three pictures that show, in different states of the page, why the element fails; null if there are none.",
    ),
  accessibility: AccessibilityInfo.nullable().describe(
    "Role, name and states of the element, the landmarks that contain it, and the headings above it; null if the " +
      "scanner didn't report them.",
  ),
  status: IssueStatus,
  note: z.string().nullable(),
  triage_expires_at: Time.nullable().describe("Time at which the issue is reopened automatically"),
  policy: z
    .object({ id: Id, reason: z.string() })
    .nullable()
    .describe("The triage policy that set the status; null if a person set it"),
  assignee_id: Id.nullable(),
  assignee_name: z.string().nullable(),
});
export type Finding = z.input<typeof Finding>;

export const AuditKey = z.strictObject({ audit_id: Id });
export type AuditKey = z.infer<typeof AuditKey>;

/** A criterion, with instructions for manually testing what rules can't test. */
const CriterionDetail = CriterionSummary.extend({ by_hand: z.string() });
export const CriteriaList = z.object({ criteria: z.array(CriterionDetail) });
export type CriteriaList = z.infer<typeof CriteriaList>;

export const ExportFormat = z.enum(["csv", "json", "axe", "sarif", "earl", "junit"]);
export type ExportFormat = z.infer<typeof ExportFormat>;

export const ExportAudit = z.strictObject({ audit_id: Id, format: ExportFormat });
export type ExportAudit = z.infer<typeof ExportAudit>;

export const ChangeKind = z.enum(kinds);
export type ChangeKind = z.infer<typeof ChangeKind>;

export const ListChanges = z.strictObject({
  ...pageFields,
  audit_id: Id,
  /** The audit to compare with; defaults to the website's previous completed audit. */
  base: Id.optional(),
  kind: ChangeKind.default("new"),
});
export type ListChanges = z.infer<typeof ListChanges>;

/**
 * Number of elements for each kind of change. `not_compared` elements are on pages that only one of the two audits
 * scanned.
 */
export const ChangeCounts = z.object({
  new: z.number().int(),
  fixed: z.number().int(),
  regressed: z.number().int(),
  unchanged: z.number().int(),
  not_compared: z.number().int(),
  pages_compared: z.number().int(),
  pages_only_now: z.number().int(),
  pages_only_before: z.number().int(),
});

export const ChangeList = pageOf(Finding, {
  audit_id: Id,
  /** Null if there is no previous audit. */
  base: z.object({ id: Id, created_at: Time }).nullable(),
  counts: ChangeCounts.nullable(),
});
export type ChangeList = z.input<typeof ChangeList>;

const Component = z.object({
  id: z.string(),
  label: z.string(),
  findings: z.number().int(),
  pages: z.number().int(),
  rules: z.array(z.string()),
  /** Share of all failing elements, from 0 to 1; `cumulative_share` includes the components listed before this one. */
  share: z.number(),
  cumulative_share: z.number(),
  sample: z.object({ page_id: Id, selector: z.string() }),
});

export const ComponentList = z.object({
  /** `findings` is the number of all failing elements, `total` the number of all components. */
  findings: z.number().int(),
  total: z.number().int(),
  /** The 100 components with the most findings, in descending order. */
  components: z.array(Component),
});
export type ComponentList = z.infer<typeof ComponentList>;

export const TriageCounts = z.object({
  /** Number of failing elements, whether open, ignored or false positives. */
  found: z.number().int(),
  open: z.number().int(),
  ignored: z.number().int(),
  false_positive: z.number().int(),
  /** Rules with at least one triaged element. */
  rules: z.array(
    z.object({
      rule_id: z.string(),
      found: z.number().int(),
      open: z.number().int(),
      ignored: z.number().int(),
      false_positive: z.number().int(),
    }),
  ),
});
export type TriageCounts = z.infer<typeof TriageCounts>;

export const GetTrend = z.strictObject({ id: Id, limit: z.coerce.number<number>().int().min(1).max(100).default(30) });
export type GetTrend = z.infer<typeof GetTrend>;

export const Trend = z.object({
  /** Completed audits, oldest first. */
  points: z.array(
    z.object({
      audit_id: Id,
      created_at: Time,
      pages_done: z.number().int(),
      pages_missing: z
        .number()
        .int()
        .describe(
          "Number of pages missing from a partial audit; 0 for a complete audit. Findings on missing pages aren't " +
            "counted.",
        ),
      scores: Scores,
      counts: Counts.pick({ critical: true, serious: true, moderate: true, minor: true }),
      /** Changes since the previous point; null for the first. */
      changes: ChangeCounts.nullable(),
    }),
  ),
});
export type Trend = z.input<typeof Trend>;
