import type { ReportData, ReportImpact, ReportScores } from "../../report-data";
import { readableAccent } from "../palette";
import { shorten } from "../text/break-lines";
import { formatDay, formatMoment, linkAddress } from "../text/format";
import { type Finding, readFindings } from "./findings";

export type Counts = Record<"critical" | "serious" | "moderate" | "minor" | "needs_review" | "passed", number | null>;
export type Scores = Record<"accessibility" | "performance" | "seo" | "quality", number | null>;
export type CriteriaCounts = { failed: number; passed: number; needsPerson: number; total: number };

export type ReportModel = {
  site: { name: string; url: string | null; link: string | null };
  day: string;
  moment: string;
  standard: string;
  engine: string | null;
  auditId: string | null;
  pagesScanned: number | null;
  pagesFailed: number | null;
  brand: { name: string | null; accent: string; logo: string | null };
  scores: Scores;
  counts: Counts;
  problems: Finding[];
  toReview: Finding[];
  /** Rules with findings that are too many to describe. */
  rulesLeftOut: number;
  criteriaCounts: CriteriaCounts | null;
  data: ReportData;
};

const STANDARDS: Readonly<Record<string, string>> = {
  wcag2a: "WCAG 2.0, level A",
  wcag2aa: "WCAG 2.0, levels A and AA",
  wcag21a: "WCAG 2.1, level A",
  wcag21aa: "WCAG 2.1, levels A and AA",
  wcag22aa: "WCAG 2.2, levels A and AA",
};

const NAME_LENGTH = 120;

const PNG = "\x89PNG\r\n\x1a\n";
const JPEG = "\xff\xd8\xff";
const LONGEST_SIDE = 4_000;

// The type that a data: URI declares may be wrong, nothing can be drawn from other bytes, and a small PNG
// can unpack to a picture of many gigabytes.
const isImage = (logo: string | null | undefined): logo is string => {
  const start = Buffer.from(logo?.split(",")[1]?.slice(0, 32) ?? "", "base64");
  const signature = start.toString("latin1");
  if (!signature.startsWith(PNG)) return signature.startsWith(JPEG);
  return start.length >= 24 && Math.max(start.readUInt32BE(16), start.readUInt32BE(20)) <= LONGEST_SIDE;
};

const readSite = ({ website }: ReportData): ReportModel["site"] => {
  const url = website?.url ?? null;
  const host = url && URL.canParse(url) ? new URL(url).host : url;
  const name = website?.name?.trim() || host || "Unnamed website";
  return { name: shorten(name, NAME_LENGTH), url, link: linkAddress(url) };
};

const readScores = (scores: ReportScores | null | undefined): Scores => ({
  accessibility: scores?.accessibility ?? null,
  performance: scores?.performance ?? null,
  seo: scores?.seo ?? null,
  quality: scores?.quality ?? null,
});

const countElements = ({ issues }: ReportData, impact: ReportImpact): number | null => {
  if (!issues) return null;
  const ofImpact = issues.filter((issue) => issue.impact === impact);
  return ofImpact.reduce((total, { nodes, examples }) => total + (nodes ?? examples?.length ?? 1), 0);
};

const readCounts = (data: ReportData): Counts => {
  const count = (impact: ReportImpact) => data.summary?.[impact] ?? countElements(data, impact);
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
    needsPerson: count("needs_review", "not_tested"),
    total: criteria.length,
  };
};

/** Everything a report says, derived from its data once. */
export const readReport = (data: ReportData): ReportModel => {
  const { problems, toReview, leftOut } = readFindings(data);
  const when = data.audit?.completed_at ?? data.audit?.started_at;
  const standard = data.audit?.standard;
  const logo = data.branding?.logo;
  return {
    site: readSite(data),
    day: formatDay(when),
    moment: formatMoment(when),
    standard: standard ? (STANDARDS[standard] ?? standard) : "not stated",
    engine: data.audit?.engine ?? null,
    auditId: data.audit?.id ?? null,
    pagesScanned: data.audit?.pages_scanned ?? data.pages?.length ?? null,
    pagesFailed: data.audit?.pages_failed ?? null,
    brand: {
      name: data.branding?.name?.trim() || null,
      accent: readableAccent(data.branding?.accent),
      logo: isImage(logo) ? logo : null,
    },
    scores: readScores(data.scores),
    counts: readCounts(data),
    problems,
    toReview,
    rulesLeftOut: leftOut,
    criteriaCounts: countCriteria(data),
    data,
  };
};
