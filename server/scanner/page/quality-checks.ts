import type { TabRecord } from "../browser/tab-watch";
import type { QualityResult } from "../page-result";
import { checksScore } from "../scores";
import { type Check, runChecks } from "./check-table";
import type { PageFacts } from "./probe/read-facts";

export interface QualitySeen {
  facts: PageFacts;
  record: TabRecord;
}

const isLoopback = (address: string): boolean => {
  const { hostname } = new URL(address);
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || hostname.startsWith("127.")
  );
};

/** Structure of a language tag (RFC 5646): a language, then subtags. */
const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

const listed = (items: readonly string[]) => ({ ok: items.length === 0, items });

/** The quality table. The score is the share of weight that passed (checksFormula in scores.ts). */
export const qualityTable: readonly Check<QualitySeen>[] = [
  {
    id: "https",
    title: "The page comes over HTTPS",
    weight: 10,
    test: ({ facts }) => (isLoopback(facts.address) ? null : { ok: facts.address.startsWith("https:") }),
  },
  {
    id: "mixed-content",
    title: "Nothing is loaded without encryption",
    weight: 8,
    test: ({ facts, record }) =>
      facts.address.startsWith("https:") ? listed([...new Set([...facts.insecure, ...record.insecureRequests])]) : null,
  },
  {
    id: "doctype",
    title: "The page has a doctype and renders in standards mode",
    weight: 6,
    test: ({ facts }) => ({ ok: facts.standardsMode }),
  },
  {
    id: "charset",
    title: "The text is UTF-8",
    weight: 5,
    test: ({ facts }) => ({ ok: facts.characterSet.toUpperCase() === "UTF-8", detail: facts.characterSet }),
  },
  {
    id: "viewport",
    title: "The page fits small screens",
    weight: 7,
    test: ({ facts }) => ({
      ok: /\bwidth\s*=\s*(?:device-width|\d)/i.test(facts.viewport ?? ""),
      detail: facts.viewport === null ? "There is no viewport." : facts.viewport,
    }),
  },
  {
    id: "language",
    title: "The page says its language",
    weight: 7,
    test: ({ facts }) => ({
      ok: languageTag.test(facts.language ?? ""),
      detail: facts.language === null ? "There is no lang attribute." : `lang="${facts.language}"`,
    }),
  },
  {
    id: "console-errors",
    title: "Scripts run without errors",
    weight: 7,
    test: ({ record }) => listed(record.consoleErrors),
  },
  {
    id: "missing-images",
    title: "Every image loads",
    weight: 7,
    test: ({ facts }) => (facts.images === 0 ? null : listed(facts.brokenImages)),
  },
  {
    id: "failed-requests",
    title: "Every file the page asks for arrives",
    weight: 6,
    test: ({ record }) => listed(record.failedRequests.map(({ url, reason }) => `${url} (${reason})`)),
  },
];

export const toQualityResult = (seen: QualitySeen): QualityResult => {
  const checks = runChecks(qualityTable, seen);
  return { score: checksScore(checks), checks };
};
