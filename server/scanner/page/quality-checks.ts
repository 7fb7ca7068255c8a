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

/**
 * Returns the images whose requests failed, including SVG images without an intrinsic size: scripts can't detect
 * whether such images have loaded.
 */
const failedImages = ({ failedRequests }: TabRecord): string[] =>
  failedRequests.filter(({ type }) => type === "Image").map(({ url }) => url);

/** The quality checks. For the score, see checksFormula in scores.ts. */
export const qualityTable: readonly Check<QualitySeen>[] = [
  {
    id: "https",
    title: "The page is served over HTTPS",
    weight: 10,
    test: ({ facts }) => (isLoopback(facts.address) ? null : { ok: facts.address.startsWith("https:") }),
  },
  {
    id: "mixed-content",
    title: "Nothing is loaded over an unencrypted connection",
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
    title: "The page is encoded in UTF-8",
    weight: 5,
    test: ({ facts }) => ({ ok: facts.characterSet.toUpperCase() === "UTF-8", detail: facts.characterSet }),
  },
  {
    id: "viewport",
    title: "The page sets a viewport for small screens",
    weight: 7,
    test: ({ facts }) => ({
      ok: /\bwidth\s*=\s*(?:device-width|\d)/i.test(facts.viewport ?? ""),
      detail: facts.viewport === null ? "There is no viewport meta element." : facts.viewport,
    }),
  },
  {
    id: "language",
    title: "The page declares its language",
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
    title: "All images load",
    weight: 7,
    test: ({ facts, record }) => {
      const broken = [...new Set([...facts.brokenImages, ...failedImages(record)])];
      return facts.images === 0 && broken.length === 0 ? null : listed(broken);
    },
  },
  {
    id: "failed-requests",
    title: "All requested files load",
    weight: 6,
    test: ({ record }) => listed(record.failedRequests.map(({ url, reason }) => `${url} (${reason})`)),
  },
];

export const toQualityResult = (seen: QualitySeen): QualityResult => {
  const checks = runChecks(qualityTable, seen);
  return { score: checksScore(checks), checks };
};
