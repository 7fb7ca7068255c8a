import { expect, type SignedIn, test } from "../support/api";
import { configure } from "../support/configure";
import { uniqueSite } from "../support/scans";

test.afterEach(() => configure({ STRIPE_SECRET_KEY: undefined }));

const addWebsite = async (client: SignedIn): Promise<string> =>
  (await client.post("/api/websites/", { url: uniqueSite() })).data.id;

const daily = { frequency: "daily", time_zone: "Europe/Berlin" };
const zone = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });

test("returns 201 with a daily schedule's next five runs in RFC 3339 format [#78]", async ({ as, db }) => {
  const member = as("member");
  const website_id = await addWebsite(member);
  const given = { website_id, ...daily, hour: 4, minute: 20, options: { max_pages: 3 } };
  const { status, data } = await member.post("/api/schedules/", given);
  expect(status).toBe(201);
  expect(data).toMatchObject({ ...given, cron: null, day: null, paused: false, failures_in_row: 0, last_run: null });
  expect(data.next_runs).toHaveLength(5);
  for (const run of data.next_runs) {
    expect(run).toMatch(/^\d{4}-\d\d-\d\dT\d\d:20:00\.000Z$/);
    expect(zone.format(new Date(run))).toBe("04:20");
    expect(Date.parse(run)).toBeGreaterThan(Date.now());
  }
  expect(data.next_runs.toSorted()).toEqual(data.next_runs);
  expect(data.next_run_at).toBe(data.next_runs[0]);
  const { id: created_by } = await member.account();
  expect(await db.schedule.findUnique({ where: { id: data.id } })).toMatchObject({ created_by });
  const log = await as("owner").get("/api/audit-log/?action=schedule");
  expect(log.data[0]).toMatchObject({
    action: "schedule.add",
    action_text: "added a schedule",
    target: { id: data.id },
  });
  expect(log.data[0].target.name).toBe(data.website_name);
});

test("creates weekly, monthly and cron schedules, with defaults for omitted fields", async ({ as }) => {
  const owner = as("owner");
  const website_id = await addWebsite(owner);
  const add = async (given: object) =>
    (await owner.post("/api/schedules/", { website_id, time_zone: "utc", ...given })).data;
  expect(await add({ frequency: "weekly" })).toMatchObject({ day: 1, hour: 3, minute: 0, time_zone: "UTC" });
  expect(await add({ frequency: "monthly", day: 31 })).toMatchObject({ day: 31, frequency: "monthly" });
  const cron = await add({ frequency: "cron", cron: "  0  5 *  * 1-5 ", paused: true });
  expect(cron).toMatchObject({ cron: "0 5 * * 1-5", hour: null, minute: null, day: null, paused: true, next_runs: [] });
});

test("returns 400 and names every invalid field", async ({ as }) => {
  const owner = as("owner");
  const website_id = await addWebsite(owner);
  const problems = async (given: object): Promise<string[]> => {
    const reply = await owner.post("/api/schedules/", { website_id, ...given });
    expect(reply).toFail(400, "invalid_input");
    return ((reply.body?.error?.details ?? []) as { path: string }[]).map(({ path }) => path);
  };
  expect(await problems({})).toEqual(["frequency", "time_zone"]);
  expect(await problems({ frequency: "hourly", time_zone: "Mars/Phobos" })).toEqual(["frequency", "time_zone"]);
  for (const time_zone of ["+02:00", "", "Europe/Berlin\u0000", 7, "x".repeat(100)])
    expect(await problems({ frequency: "daily", time_zone })).toEqual(["time_zone"]);
  expect(await problems({ ...daily, hour: 24, minute: -1 })).toEqual(["hour", "minute"]);
  expect(await problems({ ...daily, day: 3, cron: "0 3 * * *" })).toEqual(["cron", "day"]);
  expect(await problems({ ...daily, frequency: "weekly", day: 8 })).toEqual(["day"]);
  expect(await problems({ ...daily, frequency: "cron" })).toEqual(["cron"]);
  expect(await problems({ ...daily, frequency: "cron", hour: 3, cron: "nonsense" })).toEqual(["hour", "cron"]);
});

const badLines = {
  "* * * * *": "15 minutes apart",
  "*/10 * * * *": "15 minutes apart",
  "59 23 31 12 *": null,
  "0,5 3 * * *": "15 minutes apart",
  "0 0 30 2 *": "never matches a date",
  "0 3 * *": "five fields",
  "0 0 3 * * *": "five fields",
  "@daily": "five fields",
  "2027-01-01T00:00:00": "five fields",
  "61 3 * * *": "isn't valid",
  "0 3 * * 9": "isn't valid",
  "5/20 * * * *": "isn't valid",
  "-1 3 * * *": "isn't valid",
  "1e1 3 * * *": "isn't valid",
  "0 3 ٣ * *": "isn't valid",
};

test("creating or previewing a schedule rejects a cron expression that is invalid, never runs or runs too often, and gives the reason", async ({
  as,
}) => {
  const owner = as("owner");
  const website_id = await addWebsite(owner);
  for (const [cron, message] of Object.entries(badLines)) {
    const added = await owner.post("/api/schedules/", { website_id, frequency: "cron", cron, time_zone: "UTC" });
    const query = new URLSearchParams({ frequency: "cron", cron, time_zone: "UTC" });
    const tried = await owner.get(`/api/schedules/next-runs/?${query}`);
    if (message === null) expect([added.status, tried.status]).toEqual([201, 200]);
    else
      for (const reply of [added, tried]) {
        expect(reply, cron).toFail(400, "invalid_input");
        expect(reply.body?.error?.details, cron).toEqual([{ path: "cron", message: expect.stringContaining(message) }]);
      }
  }
});

test("a preview returns the same runs as the stored schedule", async ({ as }) => {
  const owner = as("owner");
  const { data } = await as("viewer").get("/api/schedules/next-runs/?frequency=monthly&day=31&hour=2&time_zone=UTC");
  expect(data.next_runs).toHaveLength(5);
  const website_id = await addWebsite(owner);
  const stored = await owner.post("/api/schedules/", {
    website_id,
    frequency: "monthly",
    day: 31,
    hour: 2,
    time_zone: "UTC",
  });
  expect(stored.data.next_runs).toEqual(data.next_runs);
});

test("an update keeps omitted fields, except that a new frequency resets the day to its default", async ({ as }) => {
  const owner = as("owner");
  const website_id = await addWebsite(owner);
  const { data } = await owner.post("/api/schedules/", { website_id, ...daily, frequency: "weekly", day: 5, hour: 9 });
  const change = async (given: object) => (await owner.patch(`/api/schedules/${data.id}/`, given)).data;
  expect(await change({})).toMatchObject({ frequency: "weekly", day: 5, hour: 9, time_zone: "Europe/Berlin" });
  expect(await change({ minute: 30 })).toMatchObject({ day: 5, hour: 9, minute: 30 });
  expect(await change({ frequency: "monthly" })).toMatchObject({ day: 1, hour: 9, minute: 30 });
  expect(await change({ frequency: "cron", cron: "0 7 * * *" })).toMatchObject({ cron: "0 7 * * *", hour: null });
  expect(await change({ time_zone: "Asia/Tokyo" })).toMatchObject({ cron: "0 7 * * *", time_zone: "Asia/Tokyo" });
  const back = await change({ frequency: "daily" });
  expect(back).toMatchObject({ frequency: "daily", cron: null, day: null, hour: 9 });
  expect(await change({ paused: true })).toMatchObject({ paused: true, paused_reason: null, next_run_at: null });
  expect(await change({ hour: 6 })).toMatchObject({ paused: true, next_runs: [] });
  expect((await change({ paused: false })).next_runs).toHaveLength(5);
});

test("lists schedules page by page, filters them by website, and gets and deletes a schedule", async ({ as }) => {
  const owner = as("owner");
  const sites = [await addWebsite(owner), await addWebsite(owner)];
  const ids: string[] = [];
  for (const website_id of [...sites, ...sites])
    ids.push((await owner.post("/api/schedules/", { website_id, ...daily })).data.id);
  const first = await owner.get("/api/schedules/?limit=3");
  expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 3));
  const rest = await owner.get(`/api/schedules/?limit=3&cursor=${first.body?.meta.next_cursor}`);
  expect(rest.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3));
  expect(rest.body?.meta.next_cursor).toBeNull();
  const ofOne = await as("viewer").get(`/api/schedules/?website_id=${sites[1]}`);
  expect(ofOne.data.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[3]]);
  expect((await as("viewer").get(`/api/schedules/${ids[0]}/`)).data).toEqual(first.data[0]);
  expect((await owner.delete(`/api/schedules/${ids[0]}/`)).data).toEqual({ id: ids[0] });
  expect(await owner.get(`/api/schedules/${ids[0]}/`)).toFail(404, "not_found");
  expect(await owner.delete(`/api/schedules/${ids[0]}/`)).toFail(404, "not_found");
  await owner.delete(`/api/websites/${sites[0]}/`);
  expect((await owner.get("/api/schedules/")).data).toHaveLength(2);
});

test("lists runs newest first, page by page", async ({ as, db }) => {
  const owner = as("owner");
  const { data } = await owner.post("/api/schedules/", { website_id: await addWebsite(owner), ...daily });
  const dues = ["2027-01-01", "2027-01-02", "2027-01-03"].map((day) => new Date(`${day}T03:00:00.000Z`));
  await db.scheduleRun.createMany({
    data: dues.map((due_at) => ({ schedule_id: data.id, due_at, outcome: "skipped", reason: "A reason." })),
  });
  const runs = `/api/schedules/${data.id}/runs/`;
  const first = await as("viewer").get(`${runs}?limit=2`);
  expect(first.data.map(({ due_at }: { due_at: string }) => due_at.slice(0, 10))).toEqual(["2027-01-03", "2027-01-02"]);
  expect(first.data[0]).toMatchObject({ outcome: "skipped", reason: "A reason.", audit_id: null });
  const last = await owner.get(`${runs}?limit=2&cursor=${first.body?.meta.next_cursor}`);
  expect(last.data).toMatchObject([{ due_at: "2027-01-01T03:00:00.000Z" }]);
  expect(last.body?.meta.next_cursor).toBeNull();
  for (const cursor of ["yesterday", "9999-12-31T00:00:00Z", "0000-01-01T00:00:00Z", "2026-02-30T00:00:00Z"])
    expect(await owner.get(`${runs}?cursor=${cursor}`), cursor).toFail(400, "invalid_input");
  expect((await owner.get(`/api/schedules/${data.id}/`)).data.last_run).toEqual(first.data[0]);
});

test("returns 402 if all schedules together would scan more often than the plan allows", async ({ as, db, org_id }) => {
  const owner = as("owner");
  const website_id = await addWebsite(owner);
  configure({ STRIPE_SECRET_KEY: "sk_test_known_to_tests_alone" });
  const add = (given: object) => owner.post("/api/schedules/", { website_id, time_zone: "UTC", ...given });
  const monthly = { frequency: "monthly" };
  expect(await add(monthly)).toFail(402, "plan_limit_reached");
  await db.organisation.update({ where: { id: org_id }, data: { plan: "starter" } });
  expect(await add({ ...daily })).toFail(402, "plan_limit_reached");
  expect(await add({ frequency: "cron", cron: "0 3 * * 1,4" })).toFail(402, "plan_limit_reached");
  expect(await add({ ...monthly, options: { max_pages: 251 } })).toFail(402, "plan_limit_reached");
  const weekly = await add({ frequency: "weekly", day: 1 });
  expect(weekly.status).toBe(201);
  expect(await add({ frequency: "weekly", day: 4 }), "two weekly schedules exceed one a week").toFail(
    402,
    "plan_limit_reached",
  );
  const path = `/api/schedules/${weekly.data.id}/`;
  expect((await owner.patch(path, { paused: true })).status).toBe(200);
  const second = await add({ frequency: "weekly", day: 4 });
  expect(second.status, "a paused schedule doesn't count").toBe(201);
  expect(await owner.patch(path, { paused: false }), "a resumed schedule counts").toFail(402, "plan_limit_reached");
  await owner.delete(`/api/schedules/${second.data.id}/`);
  expect((await owner.patch(path, { paused: false })).status).toBe(200);
  expect(await owner.patch(path, { frequency: "daily" })).toFail(402, "plan_limit_reached");
  expect((await owner.patch(path, { frequency: "monthly" })).status).toBe(200);
  await db.organisation.update({ where: { id: org_id }, data: { plan: "enterprise" } });
  expect(await add({ frequency: "cron", cron: "0 */6 * * *" })).toFail(402, "plan_limit_reached");
  expect((await owner.patch(path, { frequency: "daily" })).status).toBe(200);
  await db.organisation.update({ where: { id: org_id }, data: { plan: "free" } });
  expect((await owner.patch(path, { paused: true })).status, "pausing is always allowed").toBe(200);
  expect(await owner.patch(path, { paused: false })).toFail(402, "plan_limit_reached");
});
