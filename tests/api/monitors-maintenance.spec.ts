import { newId } from "@/server/core/ids";
import { expect, test } from "@/tests/support/api";
import { makeMonitor } from "@/tests/support/monitors";

const list = "/api/maintenance-windows/";
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

test("creates, gets, lists, updates and deletes a maintenance window [#76]", async ({ as, org_id }) => {
  const monitor_id = await makeMonitor({ org_id, url: "https://www.example.org/" });
  const times = { starts_at: inMinutes(-5), ends_at: inMinutes(55) };
  const added = await as("member").post(list, { monitor_id, ...times, reason: "New server" });
  expect(added.status).toBe(201);
  const { id } = added.data;
  expect(added.data).toEqual({
    ...{
      id,
      monitor_id,
      monitor_name: "www.example.org",
      ...times,
      reason: "New server",
      state: "running",
      created_at: expect.any(String),
    },
  });
  const monitor = async () => (await as("viewer").get(`/api/monitors/${monitor_id}/`)).data;
  expect((await monitor()).in_maintenance).toBe(true);
  expect((await as("viewer").get(`${list}${id}/`)).data).toEqual(added.data);
  const changed = await as("member").patch(`${list}${id}/`, { starts_at: inMinutes(10), reason: null });
  expect(changed.data).toMatchObject({ state: "planned", reason: null, ends_at: times.ends_at });
  expect((await monitor()).in_maintenance).toBe(false);
  const { data: all } = await as("member").post(list, times);
  expect(all).toMatchObject({ monitor_id: null, monitor_name: null, reason: null });
  expect((await monitor()).in_maintenance).toBe(true);
  const ids = async (query = "") => (await as("viewer").get(list + query)).data.map((one: { id: string }) => one.id);
  expect(await ids()).toEqual([all.id, id]);
  expect(await ids(`?monitor_id=${monitor_id}`)).toEqual([id]);
  expect((await as("member").delete(`${list}${id}/`)).data).toEqual({ id });
  expect(await as("member").get(`${list}${id}/`)).toFail(404, "not_found");
});

test("lists maintenance windows page by page, each once, newest first", async ({ as }) => {
  const added: string[] = [];
  for (const reason of ["First", "Second", "Third"]) {
    const times = { starts_at: inMinutes(10), ends_at: inMinutes(20) };
    added.unshift((await as("member").post(list, { ...times, reason })).data.id);
  }
  const read = async (query: string) => {
    const { data, body } = await as("viewer").get(`${list}?limit=2${query}`);
    return { ids: data.map(({ id }: { id: string }) => id), next: body?.meta.next_cursor };
  };
  const first = await read("");
  expect(first).toEqual({ ids: added.slice(0, 2), next: added[1] });
  expect(await read(`&cursor=${first.next}`)).toEqual({ ids: added.slice(2), next: null });
});

test("returns 409 for more than 500 maintenance windows, not counting those that have ended", async ({
  as,
  db,
  org_id,
}) => {
  const addWindows = (count: number, ends_at: string) =>
    db.maintenanceWindow.createMany({
      data: Array.from({ length: count }, () => ({ id: newId(), org_id, starts_at: inMinutes(-20), ends_at })),
    });
  await addWindows(499, inMinutes(10));
  await addWindows(5, inMinutes(-10));
  const times = { starts_at: inMinutes(0), ends_at: inMinutes(1) };
  expect((await as("member").post(list, times)).status).toBe(201);
  expect(await as("member").post(list, times)).toFail(409, "conflict", { limit: 500, used: 500 });
});

test("rejects a window that ends before it starts or has an invalid time, and names the field", async ({ as }) => {
  const times = { starts_at: inMinutes(0), ends_at: inMinutes(1) };
  const { data } = await as("member").post(list, times);
  for (const [name, value] of [
    ["ends_at", inMinutes(-1)],
    ["ends_at", times.starts_at],
    ["ends_at", "soon"],
    ["starts_at", "2026-02-30T00:00:00Z"],
    ["starts_at", "-271821-04-20T00:00:00Z"],
    ["reason", ""],
    ["odd", "x"],
  ] as const) {
    const fails = [400, "invalid_input", [{ path: name }]] as const;
    expect(await as("member").post(list, { ...times, [name]: value }), name).toFail(...fails);
    expect(await as("member").patch(`${list}${data.id}/`, { [name]: value }), name).toFail(...fails);
  }
  expect(await as("member").post(list, { ...times, monitor_id: newId() })).toFail(404, "not_found");
});

test("creating a maintenance window requires the monitors.write permission", async ({ as }) => {
  const times = { starts_at: inMinutes(0), ends_at: inMinutes(1) };
  expect(await as("viewer").post(list, times)).toFail(403, "forbidden", { permission: "monitors.write" });
});
