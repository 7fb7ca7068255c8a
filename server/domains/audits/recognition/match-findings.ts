import { setImmediate } from "node:timers/promises";
import { groupBy } from "@/server/core/group-by";
import { type Contents, type KnownPage, matchPages, type ScannedPage } from "./match-pages";
import { join, type Key, type Known, Matching } from "./matching";
import type { Signals } from "./signals";

export interface Candidate extends Omit<Known, "signals"> {
  page_url: string;
  /** Key of the page, from `pageKey`. */
  page: string;
  /** Null for issues stored by versions without signals. */
  signals: Signals | null;
}

const hasContent = ({ n, t, a }: Signals): boolean => n !== "" || t !== "" || a.includes("=");
const hasText = ({ n, t }: Signals): boolean => n.length + t.length > 2;
const hasTarget = ({ a }: Signals): boolean => / (?:href|src|name|action|data-[a-z]+)=./.test(a);
const withoutDigits = (text: string): string => text.replace(/\d+/g, "#");
const firstWords = (text: string): string => text.split(" ", 6).join(" ");
const keyIf = (isTelling: boolean, ...parts: string[]): string | null => (isTelling ? join(...parts) : null);

/**
 * Keys that two candidates with the same rule and page must share to match, from the strongest evidence to the weakest.
 * A key is null if the candidate lacks the signals that the key needs.
 */
const sureKeys: readonly Key[] = [
  ({ selector, signals: { r, n, t, a, h, c, i, p } }) => join(r, n, t, a, h, c, i, p, selector),
  ({ signals: { r, n, t, a, h, c, i, p } }) => keyIf(h + c + i !== "", r, n, t, a, h, c, i, p),
  ({ signals: { r, n, t, a, h, c, p } }) => keyIf(c !== "", r, n, t, a, h, c, p),
  ({ signals: { r, n, t, a, c, p } }) => keyIf(c !== "", r, n, t, a, c, p),
  ({ signals: { r, n, t, a, c } }) => keyIf(c !== "", r, n, t, a, c),
  ({ signals }) => keyIf(signals.c !== "" && hasText(signals), signals.n, signals.t, signals.a, signals.c),
  ({ signals }) => keyIf(hasTarget(signals), signals.r, signals.n, signals.t, signals.a, signals.h, signals.p),
  ({ signals }) => keyIf(hasTarget(signals), signals.r, signals.n, signals.t, signals.a, signals.p),
  ({ signals }) => keyIf(hasTarget(signals), signals.n, signals.t, signals.a),
];

/**
 * Keys that several elements on a page may share. The text near the elements must therefore not contradict the match.
 */
const likelyKeys: readonly Key[] = [
  ({ signals: { r, n, t, a, h, i, p } }) => keyIf(i !== "", r, n, t, a, h, i, p),
  ({ signals }) => keyIf(hasContent(signals), signals.r, signals.n, signals.t, signals.a, signals.h, signals.p),
  ({ signals }) => keyIf(hasContent(signals), signals.r, signals.n, signals.t, signals.a, signals.p),
  ({ signals }) => keyIf(hasContent(signals), signals.n, signals.t, signals.a),
  ({ signals }) => keyIf(hasText(signals), signals.r, signals.n, signals.t, signals.p),
  ({ signals }) => keyIf(hasText(signals), signals.n, signals.t),
  ({ signals }) => keyIf(signals.t.length > 2, signals.r, signals.t, signals.p),
  ({ signals }) => keyIf(hasTarget(signals), signals.a, signals.p),
  ({ signals }) => keyIf(hasTarget(signals), signals.a),
  ({ signals: { r, n, t, p } }) => keyIf(/\d/.test(n + t), r, withoutDigits(n), withoutDigits(t), p),
  ({ signals: { r, t, p } }) => keyIf(t.length > 30, r, firstWords(t), p),
  ({ signals }) => keyIf(!hasContent(signals) && signals.p !== "", signals.r, signals.a, signals.i, signals.p),
  ({ signals }) => keyIf(!hasContent(signals) && signals.p !== "", signals.r, signals.a, signals.p),
];

const MIN_ALIKE = 0.5;
const MIN_NEAR = 0.2;

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  );

/** Returns the share of words that two pieces of text have in common, from 0 to 1. */
const sharedWords = (a: string, b: string): number => {
  const [mine, other] = [wordsOf(a), wordsOf(b)];
  if (mine.size === 0 || other.size === 0) return 0;
  const shared = [...mine].filter((word) => other.has(word)).length;
  return (2 * shared) / (mine.size + other.size);
};

/**
 * Returns how similar the texts near two elements are, or 0 if they differ so much that the elements are probably in
 * different rows or cards.
 */
const nearness = ({ signals: a }: Known, { signals: b }: Known): number => {
  if (a.c === "" || b.c === "") return MIN_NEAR;
  const share = a.c === b.c ? 1 : sharedWords(a.c, b.c);
  return share >= MIN_NEAR ? share : 0;
};

const likeness = (a: Known, b: Known): number => {
  const share = sharedWords(`${a.signals.n} ${a.signals.t}`, `${b.signals.n} ${b.signals.t}`);
  return share >= MIN_ALIKE && nearness(a, b) > 0 ? share : 0;
};

const targetOf = ({ signals: { a } }: Known): string => / (?:href|src)=(\S*)/.exec(a)?.[1] ?? "";

/**
 * Reports whether a finding and an issue are probably on the same element, even if the element's text has been
 * rewritten. An image or link with a different target is a different element.
 */
const isSamePlace = (a: Known, b: Known): boolean => a.signals.p === b.signals.p && targetOf(a) === targetOf(b);

const matchPage = (now: readonly Known[], before: readonly Known[], matches: Map<string, string>): void => {
  const matching = new Matching(now, before, matches);
  for (const key of sureKeys) matching.byKey(key);
  for (const key of likelyKeys) matching.byLikeness(key, nearness);
  matching.byLikeness(({ signals: { r, p } }) => join(r, p), likeness);
  matching.byUniqueKey(({ selector }) => keyIf(!/:nth-/.test(selector), selector), isSamePlace);
};

const isKnown = (candidate: Candidate): candidate is Candidate & Known => candidate.signals !== null;

const groupByPage = (candidates: readonly Candidate[], pages: ReadonlyMap<string, string>) =>
  groupBy(candidates.filter(isKnown), ({ page }) => pages.get(page) ?? page);

const MIN_CONTENT = 12;

const contentsOf = (candidates: readonly Candidate[]): Contents => {
  const rows = candidates
    .filter(isKnown)
    .filter(({ signals: { n, t } }) => n.length + t.length >= MIN_CONTENT)
    .map(({ rule_id, page, signals: { r, n, t } }) => ({ page, text: join(rule_id, r, n, t) }));
  const pages = [...groupBy(rows, ({ page }) => page)];
  return new Map(pages.map(([page, found]) => [page, found.map(({ text }) => text)]));
};

export interface Recognised {
  /** Maps finding ids to issue ids, one to one. */
  matches: ReadonlyMap<string, string>;
  /** Maps a page's key to the key that earlier audits used for the page. */
  pages: ReadonlyMap<string, string>;
}

/** Number of findings to match before yielding to other work. */
const MAX_WITHOUT_PAUSE = 500;

/**
 * Matches an audit's findings with the website's issues one to one, best matches first. On each page, every step groups
 * findings and issues by a key. The time therefore grows with their number rather than with the number of pairs.
 */
export const matchFindings = async (
  findings: { now: readonly Candidate[]; before: readonly Candidate[] },
  scanned: { now: readonly ScannedPage[]; before: readonly KnownPage[] },
): Promise<Recognised> => {
  const pages = matchPages(scanned, { now: contentsOf(findings.now), before: contentsOf(findings.before) });
  const matches = new Map<string, string>();
  const issues = groupByPage(findings.before, new Map());
  let sincePause = 0;
  for (const [page, now] of groupByPage(findings.now, pages)) {
    matchPage(now, issues.get(page) ?? [], matches);
    sincePause += now.length;
    if (sincePause < MAX_WITHOUT_PAUSE) continue;
    sincePause = 0;
    await setImmediate();
  }
  return { matches, pages };
};
