import { groupBy } from "@/server/core/group-by";
/** A running or waiting audit, with everything that determines when it gets a slot. */
export interface QueuedAudit {
  id: string;
  org_id: string;
  /** The organisation's longest-standing owner. Audits with the same owner are counted together. */
  owner_id: string;
  owner_since: Date | null;
  plan: string;
  priority: number;
  slot_since: Date | null;
  stopping_since: Date | null;
  charged_at: Date | null;
  idle_since: Date | null;
  idle_until: Date | null;
  resume_at: Date | null;
  used_seconds: number | null;
  used_at: Date | null;
}

export interface SlotSettings {
  slots: number;
  perOrganisation: number;
  sliceMs: number;
  /** Whether this installation charges for plans. If not, no organisation counts as a paying customer. */
  plansCount: boolean;
}

export interface SlotPlan {
  /** Waiting audits that get a slot now. */
  start: string[];
  /** Running audits that release their slots to waiting audits. */
  park: string[];
}

interface Claim {
  audit: QueuedAudit;
  isNewcomer: boolean;
  /**
   * True if newcomers with better claims already fill the quarter of the slots that newcomers can use while other
   * audits are waiting.
   */
  isSurplus: boolean;
  /**
   * This audit's position among its owner's audits: one more than the number of the owner's other audits that are
   * running or ahead of it in the queue.
   */
  turn: number;
  orgTurn: number;
  /** Weighted seconds of scanner time that the owner has used recently. */
  share: number;
}

const dayMs = 86_400_000;
/**
 * How long an account without a paid plan counts as a newcomer, and how many seconds of scanner time a newcomer is
 * assumed to have used already.
 */
const newcomerMs = 7 * dayMs;
const newcomerSeconds = 600;
const weights = { customer: 4, known: 2, newcomer: 1 } as const;
/**
 * Minimum time for which an audit keeps its slot, even if a waiting audit has a better claim. Starting an audit for
 * less time isn't worthwhile.
 */
const shortestMs = 5_000;
/** Time after which a scan that was asked to stop no longer occupies a slot, even if it hasn't stopped. */
const stopMs = 60_000;
/** Minimum remaining pause for which parking an audit is worthwhile. */
const shortestPauseMs = 1_000;

/** Returns how many of the seconds that counted at `from` still count now: about a third of them after one day. */
export const decay = (seconds: number, from: Date, now: Date): number =>
  seconds * Math.exp(-Math.max(0, now.getTime() - from.getTime()) / dayMs);

/**
 * Returns the number of milliseconds for which an audit has worked since it was last charged, excluding time spent
 * waiting for the website.
 */
export const busyMs = (
  { charged_at, idle_since, idle_until }: Pick<QueuedAudit, "charged_at" | "idle_since" | "idle_until">,
  until: Date,
): number => {
  if (!charged_at) return 0;
  const [from, to] = [charged_at.getTime(), until.getTime()];
  const idle =
    idle_since && idle_until
      ? Math.max(0, Math.min(to, idle_until.getTime()) - Math.max(from, idle_since.getTime()))
      : 0;
  return Math.max(0, to - from - idle);
};

const trustOf = ({ plan, owner_since }: QueuedAudit, { plansCount }: SlotSettings, now: Date): keyof typeof weights => {
  if (plansCount && plan !== "free") return "customer";
  return owner_since && now.getTime() - owner_since.getTime() < newcomerMs ? "newcomer" : "known";
};

export const isNewcomer = (audit: QueuedAudit, settings: SlotSettings, now: Date): boolean =>
  trustOf(audit, settings, now) === "newcomer";

const isRunning = ({ slot_since }: QueuedAudit): boolean => slot_since !== null;
const isStopping = ({ stopping_since }: QueuedAudit, now: Date): boolean =>
  stopping_since !== null && now.getTime() - stopping_since.getTime() < stopMs;
const isDue = (audit: QueuedAudit, now: Date): boolean =>
  (audit.resume_at === null || audit.resume_at <= now) && !isStopping(audit, now);

const byPriority = (one: QueuedAudit, other: QueuedAudit): number =>
  other.priority - one.priority || (one.id < other.id ? -1 : 1);

/** Returns the owner's weighted use. Newcomers are assumed to have used some time already. */
const shareOf = (audits: readonly QueuedAudit[], settings: SlotSettings, now: Date): number => {
  const [first] = audits;
  if (!first) return 0;
  const trust = audits.map((audit) => weights[trustOf(audit, settings, now)]);
  const stored = first.used_at ? decay(first.used_seconds ?? 0, first.used_at, now) : 0;
  const running = audits.reduce((sum, audit) => sum + busyMs(audit, now), 0) / 1_000;
  const age = first.owner_since ? now.getTime() - first.owner_since.getTime() : newcomerMs;
  const assumed = Math.max(...trust) === weights.newcomer ? newcomerSeconds * Math.max(0, 1 - age / newcomerMs) : 0;
  return (stored + running + assumed) / Math.max(...trust);
};

/**
 * Returns the claims of one owner's audits. Running audits come first; they all have the same turn, which is the
 * number of the owner's running audits.
 */
const claimsOf = (audits: readonly QueuedAudit[], settings: SlotSettings, now: Date): Claim[] => {
  const running = audits.filter(isRunning);
  const waiting = audits
    .filter((audit) => !isRunning(audit))
    .sort((one, other) => Number(isDue(other, now)) - Number(isDue(one, now)) || byPriority(one, other));
  const share = shareOf(audits, settings, now);
  const orgTurns = new Map<string, number>();
  for (const { org_id } of running) orgTurns.set(org_id, (orgTurns.get(org_id) ?? 0) + 1);
  const claim = (audit: QueuedAudit, turn: number): Claim => ({
    audit,
    isNewcomer: isNewcomer(audit, settings, now),
    isSurplus: false,
    turn,
    orgTurn: orgTurns.get(audit.org_id) ?? 0,
    share,
  });
  return [
    ...running.map((audit) => claim(audit, running.length)),
    ...waiting.map((audit, index) => {
      orgTurns.set(audit.org_id, (orgTurns.get(audit.org_id) ?? 0) + 1);
      return claim(audit, running.length + index + 1);
    }),
  ];
};

const byTurn = (one: Claim, other: Claim): number =>
  one.turn - other.turn || one.share - other.share || (one.audit.id < other.audit.id ? -1 : 1);

/**
 * Marks the claims of newcomers beyond a quarter of the slots. Marked audits get slots only while no other audit is
 * waiting.
 */
const markSurplus = (claims: readonly Claim[], slots: number, now: Date): void => {
  const rankOf = ({ audit }: Claim): number => (isRunning(audit) ? 0 : isDue(audit, now) ? 1 : 2);
  const newcomers = claims
    .filter(({ isNewcomer }) => isNewcomer)
    .sort((one, other) => rankOf(one) - rankOf(other) || byTurn(one, other));
  for (const claim of newcomers.slice(Math.ceil(slots / 4))) claim.isSurplus = true;
};

const readClaims = (audits: readonly QueuedAudit[], settings: SlotSettings, now: Date): Claim[] => {
  const owners = [...groupBy(audits, ({ owner_id }) => owner_id).values()];
  const claims = owners.flatMap((own) => claimsOf(own, settings, now));
  markSurplus(claims, settings.slots, now);
  return claims;
};

/**
 * Sorts the claims of waiting audits. Audits that can start now come before those that can't yet. Within each of these
 * groups, newcomers beyond their quarter come last; otherwise, claims are ordered by turn, then by lowest use.
 */
const inOrder = (claims: readonly Claim[], now: Date): Claim[] =>
  claims
    .filter(({ audit }) => !isRunning(audit))
    .sort(
      (one, other) =>
        Number(isDue(other.audit, now)) - Number(isDue(one.audit, now)) ||
        Number(one.isSurplus) - Number(other.isSurplus) ||
        byTurn(one, other),
    );

/** Returns the ids of waiting audits in the order in which they are expected to start. */
export const orderAudits = (audits: readonly QueuedAudit[], settings: SlotSettings, now: Date): string[] =>
  inOrder(readClaims(audits, settings, now), now).map(({ audit }) => audit.id);

/** Reports whether `waiting` would come before `running` if neither held a slot. */
const hasBetterClaim = (waiting: Claim, running: Claim): boolean => {
  if (!(waiting.isNewcomer && running.isNewcomer) && waiting.isSurplus !== running.isSurplus) return running.isSurplus;
  return waiting.turn < running.turn || (waiting.turn === running.turn && waiting.share < running.share);
};

/** Returns how long `running` keeps its slot before it yields to `waiting`; null if it never yields. */
const holdMs = (waiting: Claim, running: Claim, sliceMs: number, now: Date): number | null => {
  const { idle_until } = running.audit;
  const isIdle = idle_until !== null && idle_until.getTime() - now.getTime() > shortestPauseMs;
  // Prevents two audits that mostly wait for their websites from repeatedly displacing each other.
  if (isIdle) return waiting.audit.resume_at === null ? 0 : sliceMs;
  if (!hasBetterClaim(waiting, running)) return null;
  const isEqual = waiting.turn === running.turn && (waiting.isNewcomer || !running.isSurplus);
  return isEqual ? sliceMs : Math.min(shortestMs, sliceMs);
};

/**
 * Returns the running audit that yields its slot to `waiting`. Of the audits that have kept their slots long enough,
 * this is the one with the shortest `holdMs` or, if several have the same, the one with the weakest claim.
 */
const findYielding = (
  waiting: Claim,
  claims: readonly Claim[],
  sliceMs: number,
  now: Date,
): QueuedAudit | undefined => {
  const ready = claims.flatMap((claim) => {
    if (!isRunning(claim.audit)) return [];
    const hold = holdMs(waiting, claim, sliceMs, now);
    const held = now.getTime() - (claim.audit.slot_since?.getTime() ?? 0);
    return hold !== null && held >= hold ? [{ claim, hold }] : [];
  });
  ready.sort((one, other) => one.hold - other.hold || byTurn(other.claim, one.claim));
  return ready[0]?.claim.audit;
};

/**
 * Decides which audits start and which release their slots. Free slots go to the first audits in the queue. When no
 * slot is free, a running audit makes room if it is waiting for its website, if its owner has another audit running, if
 * it is a newcomer beyond the newcomers' quarter, or if it has had its slice and a waiting owner has used less.
 */
export const planSlots = (audits: readonly QueuedAudit[], settings: SlotSettings, now: Date): SlotPlan => {
  const leaving = audits.filter((audit) => !isRunning(audit) && isStopping(audit, now)).length;
  const free = Math.max(0, settings.slots - audits.filter(isRunning).length - leaving);
  let claims = readClaims(audits, settings, now);
  const next = inOrder(claims, now).filter(
    ({ audit, orgTurn }) => isDue(audit, now) && orgTurn <= settings.perOrganisation,
  );
  const park: string[] = [];
  for (const waiting of next.slice(free + leaving)) {
    const yielding = findYielding(waiting, claims, settings.sliceMs, now);
    if (!yielding) continue;
    park.push(yielding.id);
    // Recalculates the claims, because parking an audit moves its owner's other audits up the queue.
    const left = audits.map((audit) =>
      park.includes(audit.id) ? { ...audit, slot_since: null, stopping_since: now } : audit,
    );
    claims = readClaims(left, settings, now);
  }
  return { start: next.slice(0, free).map(({ audit }) => audit.id), park };
};
