import { newId } from "@/server/core/ids";
import { type Event, storeEvent } from "@/server/domains/monitoring/rum/store-event";
import { expect, test } from "@/tests/support/api";

const eventOf = (website_id: string, page: string): Event => ({
  website_id,
  page,
  device: "desktop",
  navigation_type: "navigate",
  reduced_motion: false,
  forced_colours: false,
  lcp_ms: 1,
});

test("an event that can't be written does not affect the rest of its batch", async ({ db }) => {
  const website_id = newId();
  const bad = new Set([0, 499, 700, 999]);
  // PostgreSQL can't store NUL. A beacon that contains NUL would be rejected earlier.
  const results = await Promise.allSettled(
    Array.from({ length: 1_000 }, (_, n) => storeEvent(eventOf(website_id, bad.has(n) ? `/${n}\0` : `/${n}`))),
  );
  const refused = results.flatMap(({ status }, n) => (status === "rejected" ? [n] : []));
  expect(refused).toEqual([...bad]);
  const kept = await db.rumEvent.findMany({ where: { website_id }, select: { page: true } });
  expect(new Set(kept.map(({ page }) => page)).size).toBe(996);
  expect(kept).toHaveLength(996);
});

test("rejects events while the buffer is full, and accepts them again later @long", async ({ db }) => {
  const website_id = newId();
  const results = await Promise.allSettled(
    Array.from({ length: 20_050 }, (_, n) => storeEvent(eventOf(website_id, `/${n}`))),
  );
  const refused = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  expect(refused).toHaveLength(50);
  expect(refused.every(({ reason }) => reason.code === "unavailable")).toBe(true);
  expect(await db.rumEvent.count({ where: { website_id } })).toBe(20_000);
  await storeEvent(eventOf(website_id, "/later"));
});
