import type { Database } from "@/server/adapters/database";
import { purgeLostEvents, rollUpEvents } from "@/server/domains/monitoring/rum";
import type { Site, Summary } from "@/server/domains/monitoring/rum/contract";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { purgeOldRows } from "@/tests/support/purge";
import { measuredSite } from "@/tests/support/rum";

type Db = Database["prisma"];

const dayMs = 86_400_000;
const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
const noon = (daysAgo: number): Date => new Date(`${dayOf(daysAgo)}T12:00:00.000Z`);

interface Visit {
  page?: string;
  device?: string;
  received_at?: Date;
  reduced_motion?: boolean;
  forced_colours?: boolean;
  lcp_ms?: number;
  inp_ms?: number;
  cls?: number;
}

const visits = async (db: Db, { id }: Pick<Site, "id">, given: readonly Visit[]): Promise<void> => {
  const usual = {
    page: "/",
    device: "phone",
    navigation_type: "navigate",
    reduced_motion: false,
    forced_colours: false,
  };
  await db.rumEvent.createMany({
    data: given.map((visit) => ({ website_id: id, received_at: new Date(), ...usual, ...visit })),
  });
};

const setMark = (db: Db, { id }: Pick<Site, "id">, rolled_up_until: Date) =>
  db.rumSite.update({ where: { website_id: id }, data: { rolled_up_until } });

const rollUp = async (): Promise<void> => {
  while (await rollUpEvents());
};

const summaryOf = async (client: SignedIn, { id }: Pick<Site, "id">, query = ""): Promise<Summary> => {
  const { status, data } = await client.get(`/api/rum/summary/?website_id=${id}${query}`);
  expect(status).toBe(200);
  return data;
};

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("returns p75, ratings and shares of all visits, by page, device and day [#77]", async ({ as, db }) => {
  const site = await measuredSite(as("owner"));
  await setMark(db, site, noon(3));
  await visits(db, site, [
    ...range(1, 75).map((n) => ({ lcp_ms: n * 20, received_at: noon(1) })),
    ...range(1, 15).map(() => ({ lcp_ms: 3_000, page: "/cart", device: "desktop", reduced_motion: true })),
    ...range(1, 10).map(() => ({ lcp_ms: 9_000, page: "/cart", forced_colours: true, cls: 0 })),
  ]);
  const summary = await summaryOf(as("viewer"), site);
  expect(summary.overall).toMatchObject({ beacons: 100, inp_ms: null });
  const { p75 = 0, ...rest } = summary.overall.lcp_ms ?? {};
  expect(rest).toEqual({ rating: "good", values: 100, good: 75, needs_improvement: 15, poor: 10 });
  expect(Math.abs(p75 / 1_500 - 1)).toBeLessThan(0.025);
  expect(summary.overall.cls).toEqual({ p75: 0, rating: "good", values: 10, good: 10, needs_improvement: 0, poor: 0 });
  expect([summary.reduced_motion_share, summary.forced_colours_share]).toEqual([0.15, 0.1]);
  expect(summary.pages.map(({ page, beacons, lcp_ms }) => [page, beacons, lcp_ms?.rating])).toEqual([
    ["/", 75, "good"],
    ["/cart", 25, "poor"],
  ]);
  expect(summary.devices.map(({ device, beacons, lcp_ms }) => [device, beacons, lcp_ms?.rating])).toEqual([
    ["phone", 85, "good"],
    ["desktop", 15, "needs_improvement"],
  ]);
  expect(summary.days).toHaveLength(28);
  expect(summary.days.slice(-2).map(({ day, beacons }) => [day, beacons])).toEqual([
    [dayOf(1), 75],
    [dayOf(0), 25],
  ]);
  expect(summary.days[0]).toMatchObject({ day: dayOf(27), beacons: 0, lcp_ms: null });
});

test("the summary is the same before, during and after the rollup of events @long", async ({ as, db }) => {
  const site = await measuredSite(as("owner"));
  await setMark(db, site, noon(5));
  const pages = ["/", "/a", "/b"];
  const random = range(1, 600).map((n) => ({
    page: pages[n % 3] ?? "/",
    device: n % 4 ? "phone" : "tablet",
    received_at: new Date(noon(4).getTime() + n * 400_000),
    lcp_ms: (n * 7_919) % 6_000,
    inp_ms: (n * 104_729) % 700,
    cls: ((n * 31) % 50) / 100,
    reduced_motion: n % 5 === 0,
  }));
  await visits(db, site, random);
  const queries = ["", "&page=%2Fa", "&device=tablet", `&from=${dayOf(3)}&to=${dayOf(2)}`, "&page=%2Fb&device=phone"];
  const readSummaries = () => Promise.all(queries.map((query) => summaryOf(as("viewer"), site, query)));
  const before = await readSummaries();
  expect(before[0]?.overall.beacons).toBe(600);
  const exact = (values: number[]): number =>
    values.toSorted((x, y) => x - y)[Math.ceil(values.length * 0.75) - 1] ?? 0;
  const { lcp_ms, inp_ms } = before[0]?.overall ?? {};
  expect(Math.abs((lcp_ms?.p75 ?? 0) / exact(random.map((visit) => visit.lcp_ms)) - 1)).toBeLessThan(0.026);
  expect(Math.abs((inp_ms?.p75 ?? 0) / exact(random.map((visit) => visit.inp_ms)) - 1)).toBeLessThan(0.026);
  await rollUp();
  const { rolled_up_until } = await db.rumSite.findUniqueOrThrow({ where: { website_id: site.id } });
  expect(Date.now() - rolled_up_until.getTime()).toBeLessThan(120_000);
  expect(await readSummaries()).toEqual(before);
  const rolled = await db.rumDay.count({ where: { website_id: site.id } });
  expect(rolled).toBeGreaterThan(50);
  await rollUp();
  expect(await readSummaries()).toEqual(before);
  await db.rumEvent.deleteMany({ where: { website_id: site.id } });
  expect(await readSummaries()).toEqual(before);
});

test("adds a day's later events to that day's rollup, each only once", async ({ as, db }) => {
  const site = await measuredSite(as("owner"));
  const at = noon(2).getTime();
  await setMark(db, site, new Date(at));
  await visits(db, site, [{ received_at: new Date(at + 1_000), lcp_ms: 100 }]);
  await rollUp();
  await setMark(db, site, new Date(at + 2_000));
  await visits(db, site, [
    { received_at: new Date(at + 3_000), lcp_ms: 100 },
    { received_at: new Date(at + 3_000), lcp_ms: 50_000 },
  ]);
  await rollUp();
  const [day] = (await summaryOf(as("viewer"), site, `&from=${dayOf(2)}&to=${dayOf(2)}`)).days;
  expect(day?.beacons).toBe(3);
  expect(day?.lcp_ms).toMatchObject({ values: 3, good: 2, poor: 1, rating: "poor" });
});

test("counts an event received exactly when the rolled-up period ended", async ({ as, db }) => {
  const site = await measuredSite(as("owner"));
  await setMark(db, site, noon(1));
  await visits(db, site, [{ received_at: noon(1), lcp_ms: 100 }]);
  const counted = async () => (await summaryOf(as("viewer"), site)).overall.beacons;
  expect(await counted()).toBe(1);
  await rollUp();
  expect(await counted()).toBe(1);
});

test("counts an event that is stored half a minute after it was received, even after a rollup", async ({ as, db }) => {
  const site = await measuredSite(as("owner"));
  await setMark(db, site, noon(1));
  await visits(db, site, [{ lcp_ms: 100 }]);
  await rollUp();
  await visits(db, site, [{ received_at: new Date(Date.now() - 30_000), lcp_ms: 100 }]);
  expect((await summaryOf(as("viewer"), site)).overall.beacons).toBe(2);
});

test("rolling up one website's backlog doesn't count another website's events again", async ({ as, db }) => {
  const [finished, behind] = [await measuredSite(as("owner")), await measuredSite(as("owner"))];
  await setMark(db, finished, noon(4));
  await visits(db, finished, [{ received_at: noon(3), lcp_ms: 100 }]);
  await rollUp();
  await setMark(db, behind, noon(6));
  await visits(db, behind, [{ received_at: noon(5), lcp_ms: 100 }]);
  await rollUp();
  for (const site of [finished, behind]) expect((await summaryOf(as("viewer"), site)).overall.beacons).toBe(1);
});

test("a flood of invented paths adds at most 500 pages to a day's rollup", async ({ as, db }) => {
  const site = await measuredSite(as("owner"));
  await setMark(db, site, noon(2));
  const early = new Date(noon(1).getTime() - 7_200_000);
  await visits(db, site, [
    ...range(1, 5).map(() => ({ page: "/home", lcp_ms: 100, received_at: early })),
    ...range(1, 300).map((n) => ({ page: `/early-${n}`, lcp_ms: 100, received_at: early })),
    ...range(1, 400).map((n) => ({ page: `/late-${n}`, lcp_ms: 100, received_at: noon(1) })),
  ]);
  await rollUp();
  const pages = await db.rumDay.findMany({
    where: { website_id: site.id },
    select: { page: true },
    distinct: ["page"],
  });
  expect(pages.map(({ page }) => page)).toEqual(expect.arrayContaining(["/home", "/early-300", "*", "other"]));
  expect(pages).toHaveLength(502);
  const summary = await summaryOf(as("viewer"), site);
  expect(summary.overall.beacons).toBe(705);
  expect(summary.pages).toHaveLength(50);
  expect(summary.pages[0]).toMatchObject({ page: null, beacons: 201 });
  expect(summary.pages[1]).toMatchObject({ page: "/home", beacons: 5 });
});

test("purges rollups after 13 months, and events after 30 days, or at once if their website is no longer measured", async ({
  as,
  db,
}) => {
  const [site, removed, stopped] = [
    await measuredSite(as("owner")),
    await measuredSite(as("owner")),
    await measuredSite(as("owner")),
  ];
  const at = (days: number) => ({ received_at: new Date(Date.now() - days * dayMs), lcp_ms: 1 });
  await visits(db, site, [at(31), at(29)]);
  await visits(db, removed, [at(1), at(0)]);
  await visits(db, stopped, [at(0)]);
  const day = { website_id: site.id, page: "*", device: "phone", metric: "lcp_ms", values: 1, steps: [1] };
  await db.rumDay.createMany({
    data: [
      { ...day, day: new Date(`${dayOf(400)}T00:00:00Z`) },
      { ...day, day: new Date(`${dayOf(380)}T00:00:00Z`) },
    ],
  });
  expect((await as("owner").delete(`/api/websites/${removed.id}/`)).status).toBe(200);
  expect((await as("owner").delete(`/api/rum/sites/${stopped.id}/`)).status).toBe(200);
  await purgeOldRows();
  while (await purgeLostEvents());
  const counts = await Promise.all(
    [site, removed, stopped].map(({ id }) => db.rumEvent.count({ where: { website_id: id } })),
  );
  expect(counts).toEqual([1, 0, 0]);
  expect(await db.rumDay.count({ where: { website_id: site.id } })).toBe(1);
});
