import { expect, type Reply, type RestClient, type SignedIn, test } from "@/tests/support/api";
import { emailsTo } from "@/tests/support/mailbox";
import {
  answerConsent,
  dayOfFacts,
  type GoogleServer,
  leaveGoogle,
  startGoogle,
  useGoogle,
} from "@/tests/support/search-console";

let google: GoogleServer;

test.beforeAll(async () => {
  google = await startGoogle();
  useGoogle(google);
});
test.afterAll(() => {
  leaveGoogle();
  google.stop();
});

const path = "/api/search-perf/";

const addWebsite = async (client: RestClient, url = "https://shop.example/"): Promise<string> =>
  (await client.post("/api/websites/", { url })).data.id;

const connect = async (client: SignedIn): Promise<void> => {
  const page = await client.get("/api/search-perf/auth");
  const reply = await client.get(await answerConsent(page.headers.get("location") ?? ""));
  expect(reply.headers.get("location")).toMatch(/result=connected$/);
};

/** Adds a website, connects Google and returns the website's id. */
const connected = async (client: SignedIn): Promise<string> => {
  const id = await addWebsite(client);
  await connect(client);
  return id;
};

const september = { from: dayOfFacts(0), to: dayOfFacts(29) };

const read = (client: RestClient, website_id: string, given: Record<string, string> = {}): Promise<Reply> =>
  client.get(`${path}?${new URLSearchParams({ website_id, ...september, ...given })}`);

const countQueries = () => google.count("/searchAnalytics/query");

/** Acts as if an hour had passed: Google's access tokens and the stored expiry time have expired. */
const letExpire = async (db: Parameters<Parameters<typeof test>[2]>[0]["db"], org_id: string): Promise<void> => {
  google.grants.endAccess();
  await db.searchPerfIntegrationSettings.update({ where: { org_id }, data: { expires_at: new Date() } });
};

test("returns a website's rows by any dimension, most clicks first [#119] [#79]", async ({ as }) => {
  const id = await connected(as("owner"));
  const reply = await read(as("viewer"), id, { limit: "2" });
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual([
    { keys: ["search 1"], clicks: 3_900, impressions: 39_000, ctr: 0.1, position: 1 },
    { keys: ["search 2"], clicks: 3_870, impressions: 38_700, ctr: 0.1, position: 2 },
  ]);
  expect(reply.body?.meta.next_cursor).toBe("2");
  const keysOf = async (dimension: string) =>
    (await read(as("viewer"), id, { dimension, limit: "2" })).data.map(({ keys }: { keys: string[] }) => keys);
  expect(await keysOf("date")).toEqual([[dayOfFacts(0)], [dayOfFacts(1)]]);
  expect(await keysOf("device")).toEqual([["DESKTOP"], ["TABLET"]]);
  expect((await keysOf("country")).flat()).toContain("deu");
  expect((await keysOf("page")).flat()).toContain("https://shop.example/1");
  expect((await keysOf("date,query"))[0]).toHaveLength(2);
});

test("lists every row once across pages, with only one request to Google", async ({ as }) => {
  const id = await connected(as("owner"));
  const before = countQueries();
  const seen: string[] = [];
  let cursor: string | null = "0";
  while (cursor !== null) {
    const reply: Reply = await read(as("owner"), id, { limit: "47", cursor });
    seen.push(...reply.data.map(({ keys }: { keys: string[] }) => keys[0]));
    cursor = reply.body?.meta.next_cursor ?? null;
  }
  expect(seen).toEqual(Array.from({ length: 130 }, (_, index) => `search ${index + 1}`));
  expect(countQueries()).toBe(before + 1);
  const end = await read(as("owner"), id, { cursor: "999999" });
  expect([end.status, end.data, end.body?.meta.next_cursor]).toEqual([200, [], null]);
});

test("paging continues beyond the limit of a thousand rows per request to Google", async ({ as }) => {
  const id = await connected(as("owner"));
  const given = { dimension: "date,query", limit: "100" };
  const reply = await read(as("owner"), id, { ...given, cursor: "950" });
  expect(reply.data).toHaveLength(100);
  expect(reply.body?.meta.next_cursor).toBe("1050");
  const [first] = (await read(as("owner"), id, { ...given, cursor: "1000" })).data;
  expect(reply.data[50]).toEqual(first);
  expect(new Set(reply.data.map(({ keys }: { keys: string[] }) => keys.join())).size).toBe(100);
});

test("caches a response for a day, then requests it again", async ({ as, org_id, db }) => {
  const id = await connected(as("owner"));
  const before = countQueries();
  const first = await read(as("owner"), id);
  expect((await read(as("member"), id)).data).toEqual(first.data);
  expect(countQueries()).toBe(before + 1);
  await read(as("owner"), id, { to: dayOfFacts(28) });
  expect(countQueries()).toBe(before + 2);
  await db.searchPerfResponse.updateMany({ where: { org_id }, data: { expires_at: new Date() } });
  await read(as("owner"), id);
  expect(countQueries()).toBe(before + 3);
});

test("totals include every search, and have no position if there were no impressions", async ({ as }) => {
  const id = await connected(as("owner"));
  const query = (from: string, to: string) => new URLSearchParams({ website_id: id, from, to });
  const reply = await as("viewer").get(`${path}totals/?${query(dayOfFacts(0), dayOfFacts(1))}`);
  expect(reply.data).toMatchObject({
    property: "sc-domain:shop.example",
    from: dayOfFacts(0),
    to: dayOfFacts(1),
    clicks: 17_030,
    impressions: 170_300,
    ctr: 0.1,
  });
  const none = await as("viewer").get(`${path}totals/?${query(dayOfFacts(-31), dayOfFacts(-30))}`);
  expect(none.data).toMatchObject({ clicks: 0, impressions: 0, ctr: 0, position: null });
});

test("returns 400 for an invalid website, day, dimension or page", async ({ as }) => {
  const id = await connected(as("owner"));
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const wrong: [Record<string, string>, string][] = [
    [{ website_id: "1" }, "website_id"],
    [{ from: "2026-9-1" }, "from"],
    [{ from: "2026-02-30" }, "from"],
    [{ to: "tomorrow" }, "to"],
    [{ to: tomorrow }, "to"],
    [{ to: "9999-12-31" }, "to"],
    [{ from: dayOfFacts(30) }, "from"],
    [{ from: "0000-01-01" }, "from"],
    [{ from: dayOfFacts(-440) }, "from"],
    [{ dimension: "" }, "dimension"],
    [{ dimension: "pages" }, "dimension"],
    [{ dimension: "query,query" }, "dimension"],
    [{ dimension: "query," }, "dimension"],
    [{ limit: "0" }, "limit"],
    [{ limit: "101" }, "limit"],
    [{ cursor: "-1" }, "cursor"],
    [{ cursor: "1e3" }, "cursor"],
    [{ cursor: "99999999999999999999" }, "cursor"],
    [{ granularity: "day" }, "granularity"],
  ];
  for (const [given, field] of wrong)
    expect(await read(as("owner"), id, given), JSON.stringify(given)).toFail(400, "invalid_input", [{ path: field }]);
  expect(await as("owner").get(path)).toFail(400, "invalid_input", [{ path: "website_id" }]);
  const before = countQueries();
  expect((await as("owner").get(`${path}?website_id=${id}`)).status).toBe(200);
  expect(countQueries()).toBe(before + 1);
});

test("returns 404 for another organisation's website, even if both organisations are connected", async ({
  as,
  otherOrganisation,
}) => {
  const other = otherOrganisation();
  const id = await connected(other.as("owner"));
  await connect(as("owner"));
  expect(await read(as("owner"), id)).toFail(404, "not_found");
  const property = "sc-domain:shop.example";
  expect(await as("owner").patch(`${path}properties/${id}/`, { property })).toFail(404, "not_found");
});

test("refreshes an expired token once, however many calls are waiting", async ({ as, org_id, db }) => {
  const id = await connected(as("owner"));
  await letExpire(db, org_id);
  const before = google.count("/token");
  const days = [1, 2, 3, 4, 5].map(dayOfFacts);
  const replies = await Promise.all(days.map((to) => read(as("owner"), id, { to })));
  expect(replies.map(({ status }) => status)).toEqual(days.map(() => 200));
  expect(google.count("/token")).toBe(before + 1);
  const { expires_at } = await db.searchPerfIntegrationSettings.findUniqueOrThrow({ where: { org_id } });
  expect(expires_at.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
  expect((await read(as("owner"), id, { to: dayOfFacts(6) })).status).toBe(200);
  expect(google.count("/token")).toBe(before + 1);
});

test("refreshes an unexpired token if Google has revoked it", async ({ as }) => {
  const id = await connected(as("owner"));
  google.grants.endAccess();
  const before = google.count("/token");
  expect((await read(as("owner"), id)).status).toBe(200);
  expect(google.count("/token")).toBe(before + 1);
});

test("returns 409 after access was revoked at Google, and sends only one email until Google is reconnected", async ({
  as,
  org_id,
  db,
}) => {
  const id = await connected(as("owner"));
  google.grants.revokeAll();
  const days = [1, 2, 3].map(dayOfFacts);
  const replies = await Promise.all(days.map((to) => read(as("viewer"), id, { to })));
  for (const reply of replies) {
    expect(reply).toFail(409, "conflict", { reason: "revoked" });
    expect(reply.body?.error?.message).toContain("Connect again at /api/search-perf/auth");
  }
  const before = google.calls.length;
  expect(await read(as("viewer"), id)).toFail(409, "conflict", { reason: "revoked" });
  expect(google.calls).toHaveLength(before);
  const emails = await emailsTo((await as("owner").account()).email);
  expect(emails.map(({ template }) => template)).toEqual(["search-perf-connected", "search-perf-disconnected"]);
  const settings = (await as("viewer").get(`${path}settings/`)).data;
  expect(settings).toMatchObject({ connected: false, revoked_at: expect.any(String) });
  await connect(as("admin"));
  expect((await read(as("viewer"), id)).status).toBe(200);
  google.grants.revokeAll();
  await letExpire(db, org_id);
  expect(await read(as("viewer"), id, { to: dayOfFacts(4) })).toFail(409, "conflict", { reason: "revoked" });
  const [, again] = await emailsTo((await as("admin").account()).email);
  expect(again).toMatchObject({ template: "search-perf-disconnected", data: { property: "sc-domain:shop.example" } });
  const gone = await as("owner").delete(path);
  expect(gone.status).toBe(200);
});

test("returns 409 if Google isn't connected, no property matches, or the account can't access the property", async ({
  as,
}) => {
  const id = await addWebsite(as("owner"), "https://nothing.example/");
  expect(await read(as("owner"), id)).toFail(409, "conflict", { reason: "not_connected" });
  await connect(as("owner"));
  expect(await read(as("owner"), id)).toFail(409, "conflict", { reason: "no_property" });
  const property = "sc-domain:other.example";
  await as("owner").patch(`${path}properties/${id}/`, { property });
  const all = google.properties;
  google.properties = all.filter(({ siteUrl }) => siteUrl !== property);
  expect(await read(as("owner"), id)).toFail(409, "conflict", { reason: "no_access" });
  google.properties = all;
  expect((await read(as("owner"), id)).status).toBe(200);
});

test("returns 409 with a specific reason when no key can decrypt the tokens", async ({ as, org_id, db }) => {
  const id = await connected(as("owner"));
  const data = { access_token: "a.b.c.d.e" };
  await db.searchPerfIntegrationSettings.update({ where: { org_id }, data });
  expect(await read(as("owner"), id)).toFail(409, "conflict", { reason: "unreadable" });
});

test("returns 502 with Retry-After when Google's quota is used up, and doesn't cache errors", async ({ as }) => {
  const id = await connected(as("owner"));
  const body = { error: { code: 403, message: "Quota exceeded", errors: [{ reason: "quotaExceeded" }] } };
  google.plannedErrors.push({ kind: "refuse", status: 403, body });
  const reply = await read(as("owner"), id);
  expect(reply).toFail(502, "upstream_failed", { retryable: true, retry_after_seconds: 900 });
  expect(reply.headers.get("retry-after")).toBe("900");
  google.plannedErrors.push({ kind: "refuse", status: 500 });
  expect(await read(as("owner"), id)).toFail(502, "upstream_failed", { retryable: true, status: 500 });
  expect((await read(as("owner"), id)).status).toBe(200);
});

test("a slow response from Google doesn't block the database for other calls", async ({ as, db }) => {
  const id = await connected(as("owner"));
  let release = (): void => undefined;
  google.gate = new Promise((resolve) => {
    release = resolve;
  });
  const before = google.calls.length;
  const waiting = read(as("owner"), id);
  await expect.poll(() => google.calls.length).toBe(before + 1);
  expect(await db.$transaction((open) => open.searchPerfResponse.count({ where: { query_hash: "none" } }))).toBe(0);
  release();
  google.gate = null;
  expect((await waiting).status).toBe(200);
});

test("lists the properties that the account can read, and marks the website's own property", async ({ as }) => {
  const id = await connected(as("owner"));
  const reply = await as("viewer").get(`${path}properties/?website_id=${id}`);
  const none = { chosen: false, suggested: false };
  expect(reply.data).toEqual([
    { property: "https://shop.example/", kind: "prefix", permission: "siteFullUser", ...none },
    { property: "sc-domain:other.example", kind: "domain", permission: "siteRestrictedUser", ...none },
    { property: "sc-domain:shop.example", kind: "domain", permission: "siteOwner", chosen: true, suggested: true },
  ]);
  const first = await as("viewer").get(`${path}properties/?limit=1`);
  expect(first.data).toMatchObject([{ property: "https://shop.example/", chosen: false }]);
  const cursor = first.body?.meta.next_cursor ?? "";
  const rest = await as("viewer").get(`${path}properties/?cursor=${encodeURIComponent(cursor)}`);
  expect(rest.data).toHaveLength(2);
});

test("selects another property and uses it for later queries", async ({ as, org_id, db }) => {
  const id = await connected(as("owner"));
  const property = "https://shop.example/";
  const reply = await as("member").patch(`${path}properties/${id}/`, { property });
  expect(reply).toFail(403, "forbidden", { permission: "search_perf.write" });
  const chosen = await as("admin").patch(`${path}properties/${id}/`, { property });
  expect([chosen.status, chosen.data]).toEqual([200, { website_id: id, property }]);
  await read(as("owner"), id);
  expect(google.calls.at(-1)?.path).toBe(`/webmasters/v3/sites/${encodeURIComponent(property)}/searchAnalytics/query`);
  const log = await db.auditLog.findMany({ where: { org_id, action: "search_perf.choose_property" } });
  expect(log).toHaveLength(1);
});

test("returns 400 for a property that the account can't read", async ({ as }) => {
  const id = await connected(as("owner"));
  for (const property of ["sc-domain:nobody.example", "https://guessed.example/", ""])
    expect(await as("owner").patch(`${path}properties/${id}/`, { property })).toFail(400, "invalid_input", [
      { path: "property" },
    ]);
});
