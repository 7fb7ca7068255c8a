import { expect, test } from "@playwright/test";
import { orderAudits, planSlots, type QueuedAudit, type SlotSettings } from "@/server/domains/audits/queue/plan-slots";

const start = new Date("2026-11-20T12:00:00.000Z");
const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
const daysAgo = (days: number): Date => at(-days * 86_400);
const settings: SlotSettings = { slots: 4, perOrganisation: 2, sliceMs: 120_000, plansCount: true };

const audit = (id: string, owner: string, given: Partial<QueuedAudit> = {}): QueuedAudit => ({
  id,
  org_id: `org of ${owner}`,
  owner_id: owner,
  owner_since: daysAgo(0),
  plan: "free",
  priority: 1,
  slot_since: null,
  stopping_since: null,
  charged_at: null,
  idle_since: null,
  idle_until: null,
  resume_at: null,
  used_seconds: null,
  used_at: null,
  ...given,
});
const running = (id: string, owner: string, since: number, given: Partial<QueuedAudit> = {}): QueuedAudit =>
  audit(id, owner, { slot_since: at(since), charged_at: at(since), ...given });
const known = { owner_since: daysAgo(30) };
const idle = (until: number) => ({ idle_since: at(-1), idle_until: at(until) });

test("when four audits are waiting for their websites, one of them immediately releases its slot to a fifth audit [H5]", () => {
  const hogs = ["a1", "a2", "b1", "b2"].map((id) => running(id, id[0] ?? "", -1, idle(9)));
  const { start: first, park } = planSlots([...hogs, audit("c1", "c")], settings, start);
  expect(first).toEqual([]);
  expect(park).toHaveLength(1);
});

test("parks only as many audits as are queued, and doesn't park any while a slot is about to become free", () => {
  const hogs = ["a1", "a2", "b1"].map((id) => running(id, id[0] ?? "", -1, idle(9)));
  const leaving = audit("b2", "b", { stopping_since: at(-1), resume_at: at(9) });
  expect(planSlots([...hogs, leaving, audit("c1", "c")], settings, start)).toEqual({ start: [], park: [] });
  const lost = { ...leaving, stopping_since: at(-61) };
  expect(planSlots([...hogs, lost, audit("c1", "c")], settings, start).start).toEqual(["c1"]);
});

test("an audit keeps its slot when the pause for its website is over or nearly over", () => {
  const all = ["a1", "b1", "d1", "e1"].map((id) => running(id, id[0] ?? "", -1, idle(0.5)));
  expect(planSlots([...all, audit("c1", "c")], settings, start).park).toEqual([]);
});

test("audits that mostly wait for their websites take turns after each slice, not after each page", () => {
  const hogs = (since: number) => ["a1", "b1", "d1", "e1"].map((id) => running(id, id[0] ?? "", since, idle(9)));
  const slow = audit("c1", "c", { resume_at: at(-1) });
  expect(planSlots([...hogs(-119), slow], settings, start).park).toEqual([]);
  expect(planSlots([...hogs(-120), slow], settings, start).park).toHaveLength(1);
});

test("only one of an owner's two audits releases its slot to another owner's first audit", () => {
  const all = [running("a1", "a", -20), running("a2", "a", -20), running("b1", "b", -20), running("d1", "d", -20)];
  const { park } = planSlots([...all, audit("c1", "c"), audit("e1", "e")], settings, start);
  expect(park).toHaveLength(1);
  expect(["a1", "a2"]).toContain(park[0]);
  const early = all.map((one) => ({ ...one, slot_since: at(-4) }));
  expect(planSlots([...early, audit("c1", "c")], settings, start).park).toEqual([]);
});

test("counts several organisations with the same owner as one", () => {
  const many = [1, 2, 3, 4].map((n) => running(`a${n}`, "a", -20, { org_id: `org ${n}` }));
  expect(planSlots([...many, audit("c1", "c"), audit("d1", "d"), audit("e1", "e")], settings, start).park).toHaveLength(
    3,
  );
  const waiting = [1, 2, 3].map((n) => audit(`a${n}`, "a", { org_id: `org ${n}` }));
  expect(orderAudits([...waiting, audit("c1", "c")], settings, start)).toEqual(["a1", "c1", "a2", "a3"]);
});

test("an audit keeps its slot for a slice, then gives it up to an owner who has used less", () => {
  const all = ["a1", "b1", "d1", "e1"].map((id) => running(id, id[0] ?? "", -119, known));
  const waiting = audit("c1", "c", { ...known, used_seconds: 30, used_at: start });
  expect(planSlots([...all, waiting], settings, start).park).toEqual([]);
  expect(planSlots([...all, waiting], settings, at(1)).park).toHaveLength(1);
  const greedy = { ...waiting, used_seconds: 200 };
  expect(planSlots([...all, greedy], settings, at(1)).park).toEqual([]);
});

test("reserves three quarters of the slots for established owners as soon as they need them", () => {
  const newcomers = ["a1", "b1", "d1", "e1"].map((id) => running(id, id[0] ?? "", -5));
  const three = [audit("k1", "k", known), audit("k2", "l", known), audit("p1", "p", { plan: "pro" })];
  expect(planSlots([...newcomers, ...three], settings, start).park).toHaveLength(3);
  expect(planSlots([...newcomers, ...three, audit("k3", "m", known)], settings, start).park).toHaveLength(3);
  expect(planSlots([...newcomers, audit("n1", "n")], settings, start).park).toEqual([]);
});

test("a newcomer goes before an established owner only when the established owner has used far more scanner time", () => {
  const order = (used: number) =>
    orderAudits(
      [audit("1", "new"), audit("2", "known", { ...known, used_seconds: used, used_at: start })],
      settings,
      start,
    )[0];
  expect(order(1_100)).toBe("2");
  expect(order(1_300)).toBe("1");
});

test("a plan affects the order only if billing is configured, and past usage counts less each day", () => {
  const customer = audit("1", "customer", { plan: "pro", used_seconds: 2_000, used_at: start });
  const free = audit("2", "free", { ...known, used_seconds: 1_200, used_at: start });
  expect(orderAudits([customer, free], settings, start)).toEqual(["1", "2"]);
  expect(orderAudits([customer, free], { ...settings, plansCount: false }, start)).toEqual(["2", "1"]);
  const old = { ...customer, plan: "free", owner_since: daysAgo(30), used_at: daysAgo(1) };
  expect(orderAudits([old, free], settings, start)).toEqual(["1", "2"]);
});

test("time spent waiting for a website is not charged to the owner", () => {
  const waited = running("a1", "a", -100, { ...known, idle_since: at(-95), idle_until: at(0) });
  const worked = running("b1", "b", -100, known);
  const others = [audit("a2", "a", known), audit("b2", "b", known)];
  expect(orderAudits([waited, worked, ...others], settings, start)).toEqual(["a2", "b2"]);
});

test("audits that can't start yet are ordered last", () => {
  const parked = audit("a1", "a", { resume_at: at(30), priority: 9 });
  expect(orderAudits([parked, audit("b1", "b")], settings, start)).toEqual(["b1", "a1"]);
  expect(planSlots([parked, audit("b1", "b")], settings, start).start).toEqual(["b1"]);
  expect(planSlots([parked, audit("b1", "b")], settings, at(30)).start).toEqual(["a1", "b1"]);
});

interface World {
  audits: QueuedAudit[];
  used: Map<string, number>;
}

/**
 * Simulates one second of a scanner whose audits never end: parked audits queue again, and their owners are charged for
 * the time.
 */
const tick = (world: World, now: Date): string[] => {
  const plan = planSlots(world.audits, settings, now);
  world.audits = world.audits.map((one) => {
    if (plan.start.includes(one.id)) return { ...one, slot_since: now, charged_at: now, stopping_since: null };
    if (!plan.park.includes(one.id)) return one;
    const spent = (now.getTime() - (one.charged_at ?? now).getTime()) / 1_000;
    world.used.set(one.owner_id, (world.used.get(one.owner_id) ?? 0) + spent);
    return {
      ...one,
      slot_since: null,
      charged_at: null,
      stopping_since: at((now.getTime() - start.getTime()) / 1_000 - 58),
    };
  });
  world.audits = world.audits.map((one) => ({
    ...one,
    used_seconds: world.used.get(one.owner_id) ?? 0,
    used_at: now,
  }));
  return plan.start;
};

const crowd = (accounts: number): World => ({
  audits: Array.from({ length: accounts }, (_, index) => [
    audit(`x${index}-1`, `x${index}`),
    audit(`x${index}-2`, `x${index}`),
  ]).flat(),
  used: new Map(),
});

/** Returns how many seconds an audit that arrives at `arrival` waits before it starts. */
const waitOf = (late: QueuedAudit, accounts: number, arrival: number): number => {
  const world = crowd(accounts);
  for (let second = 0; second < arrival; second += 1) tick(world, at(second));
  world.audits.push(late);
  for (let second = arrival; second < arrival + 40_000; second += 1)
    if (tick(world, at(second)).includes(late.id)) return second - arrival;
  throw new Error("it never started");
};

for (const accounts of [2, 7, 40])
  test(`${accounts} new accounts with endless audits delay an established owner by at most 10 seconds [H5]`, () => {
    for (const arrival of [1, 30, 121, 500, 1_333])
      expect(waitOf(audit("late", "late", known), accounts, arrival)).toBeLessThanOrEqual(10);
  });

for (const accounts of [2, 7, 20])
  test(`${accounts} new accounts with endless audits delay another newcomer by at most one round of slices [H5]`, () => {
    const rounds = Math.ceil(accounts / settings.slots) + 1;
    for (const arrival of [1, 121, 500])
      expect(waitOf(audit("late", "late"), accounts, arrival)).toBeLessThanOrEqual(rounds * 125);
  });

test("no audit starves when many compete, and owners with equal claims get about the same time", () => {
  const world = crowd(9);
  const starts = new Map<string, number>();
  for (let second = 0; second < 9_000; second += 1)
    for (const id of tick(world, at(second))) starts.set(id, (starts.get(id) ?? 0) + 1);
  expect([...world.used.values()].every((seconds) => seconds > 2_000)).toBe(true);
  const times = [...world.used.values()];
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.3);
});
