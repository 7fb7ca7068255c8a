import { createFingerprint, earlierFingerprint, freshFingerprint } from "./fingerprint";
import { type Candidate, matchFindings } from "./match-findings";
import type { KnownPage, ScannedPage } from "./match-pages";

export interface Finding extends Candidate {
  fingerprint: string;
}

export interface Assigned {
  /** New fingerprints, by finding id. */
  fingerprints: ReadonlyMap<string, string>;
  /**
   * The issues to copy, by finding id. In earlier versions, findings on several pages could share an issue; the
   * findings on all but one of these pages get a copy.
   */
  copies: ReadonlyMap<string, Finding>;
  /** Maps a page's key to the key that earlier audits used for the page. */
  pages: ReadonlyMap<string, string>;
}

interface Work {
  audit_id: string;
  findings: { now: readonly Finding[]; before: readonly Finding[] };
  pages: { now: readonly ScannedPage[]; before: readonly KnownPage[] };
}

/**
 * Assigns issues without signals to findings with the same fingerprint, starting with findings on the pages where the
 * issues were last seen.
 */
const assignEarlier = ({ now, before }: Work["findings"]) => {
  const earlier = new Map(before.filter(({ signals }) => signals === null).map((issue) => [issue.fingerprint, issue]));
  const fingerprints = new Map<string, string>();
  const copies = new Map<string, Finding>();
  const rows = (earlier.size === 0 ? [] : now).flatMap((finding) => {
    const { rule_id, page_url, selector } = finding;
    const issue = earlier.get(earlierFingerprint(rule_id, page_url, selector));
    return issue ? [{ finding, issue, isSame: issue.page === finding.page }] : [];
  });
  const taken = new Map<string, string>();
  for (const { finding, issue } of rows.sort((a, b) => Number(b.isSame) - Number(a.isSame))) {
    const { page } = finding;
    const owner = taken.get(issue.fingerprint) ?? page;
    taken.set(issue.fingerprint, owner);
    if (owner !== page) copies.set(finding.id, issue);
    fingerprints.set(
      finding.id,
      owner === page ? issue.fingerprint : createFingerprint(finding.rule_id, finding.page_url, finding.selector),
    );
  }
  return { fingerprints, copies, taken };
};

/**
 * Gives an audit's findings the fingerprints of the issues they match. Any other finding keeps its own fingerprint,
 * unless another issue already has it.
 */
export const assignFingerprints = async ({ audit_id, findings, pages }: Work): Promise<Assigned> => {
  const { fingerprints, copies, taken } = assignEarlier(findings);
  const before = findings.before.filter(({ fingerprint }) => !taken.has(fingerprint));
  const now = findings.now.filter(({ id }) => !fingerprints.has(id));
  const recognised = await matchFindings({ now, before }, pages);
  const issues = new Map(before.map((issue) => [issue.id, issue.fingerprint]));
  const used = new Set(findings.before.map(({ fingerprint }) => fingerprint));
  for (const { id, fingerprint } of now) {
    const issue = recognised.matches.get(id);
    if (issue !== undefined) fingerprints.set(id, issues.get(issue) ?? fingerprint);
    else if (used.has(fingerprint)) fingerprints.set(id, freshFingerprint(fingerprint, audit_id));
  }
  return { fingerprints, copies, pages: recognised.pages };
};
