import { groupBy } from "@/server/core/group-by";
import type { Signals } from "./signals";

/** A finding in the audit, or an issue as it was last seen. */
export interface Known {
  id: string;
  rule_id: string;
  selector: string;
  signals: Signals;
}

export type Key = (candidate: Known) => string | null;

export const join = (...parts: string[]): string => parts.join("\u0001");

/**
 * Maximum number of pairs compared in a group. In a larger group, each finding is compared only with the issue in the
 * same position, because comparing all pairs would take too long.
 */
const MAX_COMPARED = 900;

const inOrder = (a: Known, b: Known): number => a.signals.o - b.signals.o || (a.id < b.id ? -1 : 1);

/** Returns the end of the path, which stays the same when an outer container changes. */
const endOfPath: Key = ({ signals: { p } }) => p.split(">").slice(-3).join(">");

/** The findings and issues of one page that haven't been matched yet. Matching removes them. */
export class Matching {
  private readonly now: Set<Known>;
  private readonly before: Set<Known>;

  constructor(
    now: readonly Known[],
    before: readonly Known[],
    private readonly matches: Map<string, string>,
  ) {
    this.now = new Set([...now].sort(inOrder));
    this.before = new Set([...before].sort(inOrder));
  }

  get isDone(): boolean {
    return this.now.size === 0 || this.before.size === 0;
  }

  private match(now: Known, before: Known): void {
    this.matches.set(now.id, before.id);
    this.now.delete(now);
    this.before.delete(before);
  }

  private forEachGroup(key: Key, settle: (now: Known[], before: Known[]) => void): void {
    if (this.isDone) return;
    const withRule: Key = (candidate) => {
      const text = key(candidate);
      return text === null ? null : join(candidate.rule_id, text);
    };
    const groups = groupBy(this.before, withRule);
    for (const [text, now] of groupBy(this.now, withRule)) {
      const before = groups.get(text);
      if (before) settle(now, before);
    }
  }

  private matchInOrder(now: readonly Known[], before: readonly Known[]): void {
    for (const [index, each] of now.entries()) {
      const other = before[index];
      if (other) this.match(each, other);
    }
  }

  /**
   * Matches candidates with the same key, in page order. If several share a key, first matches those in the same kind
   * of container.
   */
  byKey(key: Key): void {
    this.forEachGroup(key, (now, before) => {
      if (now.length + before.length > 2) {
        const groups = groupBy(before, endOfPath);
        for (const [end, some] of groupBy(now, endOfPath)) this.matchInOrder(some, groups.get(end) ?? []);
      }
      this.matchInOrder(
        now.filter((each) => this.now.has(each)),
        before.filter((each) => this.before.has(each)),
      );
    });
  }

  /**
   * Matches candidates that have the same key and are alike, the most alike first. `alike` returns a number from 0 to
   * 1.
   */
  byLikeness(key: Key, alike: (mine: Known, other: Known) => number): void {
    this.forEachGroup(key, (now, before) => {
      const isLarge = now.length * before.length > MAX_COMPARED;
      const pairs = now.flatMap((mine, index) =>
        (isLarge ? before.slice(index, index + 1) : before).map((other) => ({
          mine,
          other,
          score: alike(mine, other),
        })),
      );
      for (const { mine, other, score } of pairs.sort((a, b) => b.score - a.score))
        if (score > 0 && this.now.has(mine) && this.before.has(other)) this.match(mine, other);
    });
  }

  /** Matches a finding and an issue if `mayBe` allows it and no other finding or issue on the page has the same key. */
  byUniqueKey(key: Key, mayBe: (mine: Known, other: Known) => boolean): void {
    this.forEachGroup(key, ([mine, ...more], [other, ...others]) => {
      if (mine && other && more.length + others.length === 0 && mayBe(mine, other)) this.match(mine, other);
    });
  }
}
