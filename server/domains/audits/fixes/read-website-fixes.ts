import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { Fix, type FixDetails, StoredDetails } from "./contract";
import { hashCode } from "./hash-code";

/** Maximum number of a website's fixes to include in exports and reports, newest first. */
const MAX_FIXES = 1_000;

interface FindingOfFix {
  rule_id: string;
  page_url: string;
  selector: string;
  html: string;
}

/** A suggested fix for a finding, and where it was verified. */
export interface FixOfFinding extends Fix, Omit<FixDetails, "page_finding"> {
  verified: boolean;
  finding: string | null;
}

export interface WebsiteFixes {
  /**
   * Reports whether there may be a fix for a finding. Must be fast, because it's called for every finding of an audit.
   */
  has(finding: FindingOfFix): boolean;
  /**
   * The findings for which a verified fix was suggested; those with the newest fixes come first. Selectors may be
   * truncated.
   */
  verified: readonly Omit<FindingOfFix, "html">[];
  /** Returns the newest fix that was suggested for a finding; null if there is none for its current code. */
  read(finding: FindingOfFix): Promise<FixOfFinding | null>;
}

const MAX_SELECTOR = 2_000;

const keyOf = ({ rule_id, page_url, selector }: Omit<FindingOfFix, "html">): string =>
  JSON.stringify([rule_id, page_url, selector.slice(0, MAX_SELECTOR)]);

interface Row {
  verified: boolean;
  finding: string | null;
  details: StoredDetails;
  object_key: string;
  html_hash: string;
  about: Omit<FindingOfFix, "html">;
}

/** Reads a fix from its file. Returns null if the fix has been purged. */
const readFix = async ({ verified, finding, details, object_key }: Row): Promise<FixOfFinding | null> => {
  const file = await getStore().get(object_key);
  if (!file) return null;
  const { verified_in, placeholders, cleared_findings, moved_px, component } = details;
  const fix = Fix.parse(JSON.parse(file.toString("utf8")));
  return { ...fix, verified, verified_in, finding, placeholders, cleared_findings, moved_px, component };
};

/** Reads the fixes that were suggested for a website's findings and haven't expired. Their files are read on demand. */
export const readWebsiteFixes = async (db: Db, websiteId: string): Promise<WebsiteFixes> => {
  const rows = await db.solution.findMany({
    where: { website_id: websiteId, expires_at: { gt: new Date() } },
    orderBy: { created_at: "desc" },
    take: MAX_FIXES,
    select: { rule_id: true, verified: true, finding: true, details: true, object_key: true },
  });
  const fixes = new Map<string, Row>();
  for (const row of rows) {
    const details = StoredDetails.safeParse(row.details).data;
    const { place = null } = details ?? {};
    if (!details || !place) continue;
    const { html_hash, ...where } = place;
    const about = { rule_id: row.rule_id, ...where };
    if (!fixes.has(keyOf(about))) fixes.set(keyOf(about), { ...row, details, html_hash, about });
  }
  return {
    verified: [...fixes.values()].filter(({ verified }) => verified).map(({ about }) => about),
    has: (finding) => fixes.size > 0 && fixes.has(keyOf(finding)),
    read: async (finding) => {
      const row = fixes.get(keyOf(finding));
      return row && row.html_hash === hashCode(finding.html) ? readFix(row) : null;
    },
  };
};
