import { canUnpack, logoFault } from "../../logo";
import type { ReportData, ReportImpact } from "../../report-data";
import { firstAmount, isEntry } from "../../report-words";
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
  /** The same of rules that a person has to look at. */
  reviewsLeftOut: number;
  /** Language of the caller's texts, where the data states it. */
  language: string | null;
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

// Requests with a bad logo are refused; the branding of an organisation comes here by another way.
const isImage = (logo: string | null | undefined): logo is string =>
  typeof logo === "string" && logoFault(logo) === null && canUnpack(logo);

const readSite = ({ website }: ReportData): ReportModel["site"] => {
  const url = website?.url ?? null;
  const host = url && URL.canParse(url) ? new URL(url).host : url;
  const name = website?.name?.trim() || host || "Unnamed website";
  return { name: shorten(name, NAME_LENGTH), url, link: linkAddress(url) };
};

// A section may bring its score along.
const ownScore = (section: unknown): number | null => {
  const score = firstAmount({ ...(isEntry(section) ? section : {}) }, ["score"]);
  return score !== null && score <= 100 ? score : null;
};

const readScores = ({ scores, performance, seo, quality }: ReportData): Scores => ({
  accessibility: scores?.accessibility ?? null,
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
  // A summary that leaves an impact out didn't measure it; the listed findings may be a part of all.
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
    needsPerson: count("needs_review", "not_tested"),
    total: criteria.length,
  };
};

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i;

const readLanguage = ({ website, audit, ...data }: ReportData): string | null => {
  const named = [website, audit, data].flatMap((part) => [part?.["language"], part?.["lang"], part?.["locale"]]);
  return named.find((name): name is string => typeof name === "string" && LANGUAGE.test(name)) ?? null;
};

/** Everything a report says, derived from its data once. */
export const readReport = (data: ReportData): ReportModel => {
  const { problems, toReview, leftOut, reviewsLeftOut } = readFindings(data);
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
    scores: readScores(data),
    counts: readCounts(data),
    problems,
    toReview,
    rulesLeftOut: leftOut,
    reviewsLeftOut,
    language: readLanguage(data),
    criteriaCounts: countCriteria(data),
    data,
  };
};
