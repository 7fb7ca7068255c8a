import { describeScope } from "@/messages/runtime/audit-scope";
import type { UnscannedCount } from "@/messages/runtime/unscanned-pages";
import { report } from "@/messages/texts/report";
import type { ReviewableImpact } from "@/server/core/impact";
import { isUrl } from "@/server/core/is-url";
import { nameStandard } from "@/server/domains/audits/rules";
import { ScanDepth } from "@/server/scanner/contract";
import { canUnpack, logoFault } from "../../logo";
import { firstAmount, isEntry } from "../../read-words";
import type { ReportData, ReportImpact } from "../../report-data";
import { readableAccent } from "../palette";
import { shorten } from "../text/break-lines";
import { formatDay, formatMoment, linkAddress } from "../text/format";
import { type Finding, readFindings } from "./findings";

export type Counts = Record<ReviewableImpact | "passed", number | null>;
export type Scores = Record<"accessibility" | "performance" | "seo" | "quality", number | null> & {
  /** Lower end of the accessibility score's range. */
  accessibility_low: number | null;
  /** Version of Curbcut's formula; null for scores computed by other tools. */
  accessibility_version: number | null;
};
export type CriteriaCounts = { failed: number; passed: number; noFailures: number; needsPerson: number; total: number };

export type ReportModel = {
  site: { name: string; url: string | null; link: string | null };
  day: string;
  moment: string;
  standard: string;
  engine: string | null;
  /** The second engine, and the number of elements that only it reported; null if it wasn't used. */
  secondEngine: { name: string; elements: number } | null;
  /** The depth of the scan: on which pages all checks ran. */
  depth: ScanDepth;
  auditId: string | null;
  pagesScanned: number | null;
  pagesFailed: number | null;
  notScanned: readonly UnscannedCount[];
  /** Sentences about anything else that limits or extends the audit. */
  scope: readonly string[];
  /** Pages missing from a partial audit. */
  missing: { pages: number; examples: string[] } | null;
  brand: { name: string | null; accent: string; logo: string | null };
  scores: Scores;
  counts: Counts;
  failed: Finding[];
  toReview: Finding[];
  /** Number of failing rules that aren't described. */
  rulesLeftOut: number;
  /** Number of rules that need review but aren't described. */
  reviewsLeftOut: number;
  /** Language of the caller's text, if the data specifies it. */
  language: string | null;
  criteriaCounts: CriteriaCounts | null;
  data: ReportData;
};

const NAME_LENGTH = 120;

// Checks the logo: an invalid logo in a request has already been rejected, but an organisation's own logo hasn't been
// checked yet.
const isImage = (logo: string | null | undefined): logo is string =>
  typeof logo === "string" && logoFault(logo) === null && canUnpack(logo);

const readSite = ({ website }: ReportData): ReportModel["site"] => {
  const url = website?.url ?? null;
  const host = url && isUrl(url) ? new URL(url).host : url;
  const name = website?.name?.trim() || host || report.unnamedWebsite;
  return { name: shorten(name, NAME_LENGTH), url, link: linkAddress(url) };
};

// Returns the score that a section itself contains, or null if there is none.
const ownScore = (section: unknown): number | null => {
  const score = firstAmount({ ...(isEntry(section) ? section : {}) }, ["score"]);
  return score !== null && score <= 100 ? score : null;
};

const readScores = ({ scores, performance, seo, quality }: ReportData): Scores => ({
  accessibility: scores?.accessibility ?? null,
  accessibility_low: scores?.accessibility_low ?? null,
  accessibility_version: scores?.accessibility_version ?? null,
  performance: scores?.performance ?? ownScore(performance),
  seo: scores?.seo ?? ownScore(seo),
  quality: scores?.quality ?? ownScore(quality),
});

const countElements = ({ issues }: ReportData, impact: ReportImpact): number | null => {
  if (!issues) return null;
  const ofImpact = issues.filter((issue) => issue.impact === impact);
  return ofImpact.reduce((total, { nodes, examples }) => total + (nodes ?? examples?.length ?? 1), 0);
};

const readCounts = (data: ReportData): Counts => {
  // An impact that is missing from the summary wasn't measured. Counting its issues wouldn't help, because the list of
  // issues may be incomplete.
  const count = (impact: ReportImpact) => (data.summary ? (data.summary[impact] ?? null) : countElements(data, impact));
  return {
    critical: count("critical"),
    serious: count("serious"),
    moderate: count("moderate"),
    minor: count("minor"),
    needs_review: count("needs_review"),
    passed: data.summary?.passed ?? null,
  };
};

const countCriteria = ({ criteria }: ReportData): CriteriaCounts | null => {
  if (!criteria || criteria.length === 0) return null;
  const count = (...outcomes: string[]) => criteria.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    failed: count("failed"),
    passed: count("passed"),
    noFailures: count("no_failures"),
    needsPerson: count("no_failures", "needs_review", "not_tested"),
    total: criteria.length,
  };
};

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i;

const readLanguage = ({ website, audit, ...data }: ReportData): string | null => {
  const named = [website, audit, data].flatMap((part) => [part?.["language"], part?.["lang"], part?.["locale"]]);
  return named.find((name): name is string => typeof name === "string" && LANGUAGE.test(name)) ?? null;
};

const readMissing = ({ audit }: ReportData): ReportModel["missing"] => {
  const { pages_missing, examples } = audit?.partial ?? {};
  if (!pages_missing) return null;
  return { pages: pages_missing, examples: (examples ?? []).flatMap((example) => example ?? []) };
};

/** Returns the name of the report's author: the organisation if it has its own branding, otherwise Curbcut. */
export const authorOf = ({ brand }: ReportModel): string => brand.name ?? "Curbcut";

const readSecondEngine = ({ audit }: ReportData): ReportModel["secondEngine"] => {
  const { name, elements } = audit?.second_engine ?? {};
  return name ? { name, elements: elements ?? 0 } : null;
};

/** Derives the contents of a report from its data. */
export const readReport = (data: ReportData): ReportModel => {
  const { failed, toReview, leftOut, reviewsLeftOut } = readFindings(data);
  const when = data.audit?.completed_at ?? data.audit?.started_at;
  const standard = data.audit?.standard;
  const logo = data.branding?.logo;
  return {
    site: readSite(data),
    day: formatDay(when),
    moment: formatMoment(when),
    standard: standard ? nameStandard(standard) : report.notStated,
    engine: data.audit?.engine ?? null,
    secondEngine: readSecondEngine(data),
    depth: ScanDepth.catch("full").parse(data.audit?.depth),
    auditId: data.audit?.id ?? null,
    pagesScanned: data.audit?.pages_scanned ?? data.pages?.length ?? null,
    pagesFailed: data.audit?.pages_failed ?? null,
    notScanned: data.audit?.not_scanned ?? [],
    scope: data.audit?.scope ? describeScope(data.audit.scope) : [],
    missing: readMissing(data),
    brand: {
      name: data.branding?.name?.trim() || null,
      accent: readableAccent(data.branding?.accent),
      logo: isImage(logo) ? logo : null,
    },
    scores: readScores(data),
    counts: readCounts(data),
    failed,
    toReview,
    rulesLeftOut: leftOut,
    reviewsLeftOut,
    language: readLanguage(data),
    criteriaCounts: countCriteria(data),
    data,
  };
};
