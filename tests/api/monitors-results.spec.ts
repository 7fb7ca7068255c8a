import type { Database } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { expect, test } from "@/tests/support/api";
import { makeMonitor } from "@/tests/support/monitors";

const url = "https://www.example.org/";
const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

const addIncident = (db: Database["prisma"], org_id: string, monitor_id: string, from: number, to: number | null) =>
  db.monitorIncident.create({
    data: {
      ...{ id: newId(), org_id, monitor_id, started_at: ago(from), ended_at: to === null ? null : ago(to) },
      error: "The server returned 500 Internal Server Error instead of 200.",
    },
  });

test("lists checks and incidents newest first, page by page [#76]", async ({ as, db, org_id }) => {
  const monitor_id = await makeMonitor({ org_id, url });
  const ids: string[] = [];
  for (let index = 5; index > 0; index -= 1) {
    const check = { id: newId(), monitor_id, checked_at: ago(index), ok: index % 2 === 0, http_status: 200 };
    ids.unshift((await db.monitorCheck.create({ data: { ...check, response_ms: index } })).id);
    await addIncident(db, org_id, monitor_id, index + 1, index === 1 ? null : index);
  }
  const checks = await as("viewer").get(`/api/monitors/${monitor_id}/checks/?limit=3`);
  expect(checks.data[0]).toEqual({
    ...{ id: ids[0], checked_at: expect.any(String), ok: false, http_status: 200, response_ms: 1, error: null },
  });
  const rest = await as("viewer").get(
    `/api/monitors/${monitor_id}/checks/?limit=3&cursor=${checks.body?.meta.next_cursor}`,
  );
  expect([...checks.data, ...rest.data].map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(rest.body?.meta.next_cursor).toBeNull();
  const incidents = await as("viewer").get(`/api/monitors/${monitor_id}/incidents/`);
  expect(incidents.data).toHaveLength(5);
  expect(incidents.data[0].ended_at).toBeNull();
  expect(incidents.data[0].downtime_seconds).toBeGreaterThanOrEqual(120);
  expect(incidents.data[1]).toMatchObject({ ended_at: expect.any(String), downtime_seconds: 60 });
});

test("uptime is the percentage of a period during which there was no incident", async ({ as, db, org_id }) => {
  const monitor_id = await makeMonitor({ org_id, url });
  const where = { id: monitor_id };
  const created_at = ago(60 * 24 * 10);
  await db.uptimeMonitorSettings.update({ where, data: { created_at, last_checked_at: new Date(), status: "up" } });
  const read = async () => {
    const { uptime_24h, uptime_30d } = (await as("viewer").get(`/api/monitors/${monitor_id}/`)).data;
    return [uptime_24h, uptime_30d];
  };
  expect(await read()).toEqual([100, 100]);
  await addIncident(db, org_id, monitor_id, 60 * 25, 60 * 12);
  expect(await read()).toEqual([expect.closeTo(50, 1), expect.closeTo(100 - (13 / 240) * 100, 1)]);
  await addIncident(db, org_id, monitor_id, 60 * 6, null);
  expect((await read())[0]).toBeCloseTo(25, 1);
});

test("history is hourly for up to a week and daily for longer periods", async ({ as, db, org_id }) => {
  const monitor_id = await makeMonitor({ org_id, url });
  const noon = new Date();
  noon.setUTCHours(0, 0, 0, 0);
  const hourOf = (days: number, hour: number): Date => new Date(noon.getTime() - days * 86_400_000 + hour * 3_600_000);
  const sums = { monitor_id, checks: 60, failures: 1, answered: 50, response_ms: 5_000n, slowest_ms: 900 };
  await db.monitorHour.createMany({
    data: [
      { ...sums, hour: hourOf(2, 3) },
      { ...sums, hour: hourOf(2, 4), response_ms: 15_000n, slowest_ms: 2_000 },
      { ...sums, hour: hourOf(3, 0), answered: 0, response_ms: 0n, slowest_ms: 0 },
      { ...sums, hour: hourOf(20, 0) },
    ],
  });
  const path = `/api/monitors/${monitor_id}/history/`;
  expect((await as("viewer").get(path)).data).toEqual({ unit: "hour", points: [] });
  const week = (await as("viewer").get(`${path}?days=7`)).data;
  const common = { checks: 60, failures: 1 };
  expect(week).toEqual({
    unit: "hour",
    points: [
      { ...common, at: hourOf(3, 0).toISOString(), average_ms: null, slowest_ms: null },
      { ...common, at: hourOf(2, 3).toISOString(), average_ms: 100, slowest_ms: 900 },
      { ...common, at: hourOf(2, 4).toISOString(), average_ms: 300, slowest_ms: 2_000 },
    ],
  });
  const month = (await as("viewer").get(`${path}?days=30`)).data;
  expect(month.unit).toBe("day");
  expect(month.points.map(({ at }: { at: string }) => at)).toEqual(
    [20, 3, 2].map((days) => hourOf(days, 0).toISOString()),
  );
  expect(month.points.at(-1)).toMatchObject({ checks: 120, failures: 2, average_ms: 200, slowest_ms: 2_000 });
  for (const days of ["0", "396", "x", "7.5", ""])
    expect(await as("viewer").get(`${path}?days=${days}`), days).toFail(400, "invalid_input", [{ path: "days" }]);
});
