import { env } from "@/server/core/env";
import { seal } from "@/server/core/sealed";
import { openAccess, openRefresh } from "@/server/domains/monitoring/search-performance/tokens";
import { expect, type Reply, type RestClient, test } from "@/tests/support/api";
import { emailsTo } from "@/tests/support/mailbox";
import {
  answerConsent,
  type Choice,
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

const locationOf = ({ headers }: Reply): string => headers.get("location") ?? "";

const begin = async (client: RestClient): Promise<string> => {
  const reply = await client.get("/api/search-perf/auth");
  expect(reply.status).toBe(302);
  return locationOf(reply);
};

/** Completes Google's consent screen and returns the callback URL that Google redirects the browser to. */
const consent = async (client: RestClient, choice?: Choice): Promise<string> =>
  answerConsent(await begin(client), choice);

const resultOf = (reply: Reply): string | null => {
  expect(reply.status).toBe(302);
  const page = new URL(locationOf(reply));
  expect(`${page.origin}${page.pathname}`).toBe(`${env.BASE_URL}/service/search`);
  return page.searchParams.get("result");
};

test("redirects to Google's consent screen with a new state each time [#117]", async ({ as }) => {
  const page = new URL(await begin(as("admin")));
  expect(page.origin).toBe(google.url);
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    scope: "https://www.googleapis.com/auth/webmasters.readonly",
    access_type: "offline",
    prompt: "consent",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: `${env.BASE_URL}/api/search-perf/auth/callback`,
  });
  const again = new URL(await begin(as("admin")));
  for (const name of ["state", "code_challenge"])
    expect(again.searchParams.get(name)).not.toBe(page.searchParams.get(name));
});

test("exchanges the code and stores the tokens encrypted [#118] [#95] [#79]", async ({ as, org_id, db }) => {
  const website = await as("owner").post("/api/websites/", { url: "https://shop.example/" });
  const reply = await as("owner").get(await consent(as("owner")));
  expect(resultOf(reply)).toBe("connected");
  const row = await db.searchPerfIntegrationSettings.findUniqueOrThrow({ where: { org_id } });
  const { id, email } = await as("owner").account();
  expect(row).toMatchObject({ user_id: id, revoked_at: null });
  for (const sealed of [row.access_token, row.refresh_token]) {
    expect(sealed).not.toContain("ya29.");
    expect(sealed.split(".")).toHaveLength(5);
  }
  expect(await openAccess(org_id, row.access_token)).toMatch(/^ya29\./);
  expect(google.grants.isLiving(await openRefresh(org_id, row.refresh_token))).toBe(true);
  const chosen = await db.searchPerfProperty.findMany({ where: { org_id } });
  expect(chosen).toMatchObject([{ website_id: website.data.id, property: "sc-domain:shop.example" }]);
  const [message] = await emailsTo(email);
  expect(message).toMatchObject({ template: "search-perf-connected", data: { property: "sc-domain:shop.example" } });
  const log = await db.auditLog.findFirstOrThrow({ where: { org_id, action: "search_perf.connect" } });
  expect(log).toMatchObject({ actor_id: id, actor_type: "user" });
});

test("the settings show who connected Google, but never the tokens", async ({ as }) => {
  const path = "/api/search-perf/settings/";
  const nothing = { connected: false, connected_by: null, connected_at: null, revoked_at: null };
  expect((await as("viewer").get(path)).data).toEqual({ configured: true, ...nothing });
  await as("owner").get(await consent(as("owner")));
  const { id } = await as("owner").account();
  expect((await as("viewer").get(path)).data).toEqual({
    configured: true,
    connected: true,
    connected_by: { id, name: "Test owner" },
    connected_at: expect.stringMatching(/Z$/),
    revoked_at: null,
  });
});

test("redirects with the reason and stores nothing if consent is denied or only partly granted", async ({
  as,
  org_id,
  db,
}) => {
  expect(resultOf(await as("owner").get(await consent(as("owner"), "deny")))).toBe("refused");
  expect(resultOf(await as("owner").get(await consent(as("owner"), "part")))).toBe("incomplete");
  const odd = (await consent(as("owner"), "deny")).replace("access_denied", "server_error");
  expect(resultOf(await as("owner").get(odd))).toBe("failed");
  expect(await db.searchPerfIntegrationSettings.count({ where: { org_id } })).toBe(0);
});

test("redirects with an error when Google rejects the code or fails", async ({ as, org_id, db }) => {
  const back = await consent(as("owner"));
  google.plannedErrors.push({ kind: "refuse", status: 503 });
  expect(resultOf(await as("owner").get(back))).toBe("failed");
  const forged = (await consent(as("owner"))).replace(/code=[^&]+/, "code=forged");
  expect(resultOf(await as("owner").get(forged))).toBe("failed");
  expect(await db.searchPerfIntegrationSettings.count({ where: { org_id } })).toBe(0);
});

test("connects even when Google doesn't list the properties right away", async ({ as, org_id, db }) => {
  const back = await consent(as("owner"));
  google.plannedErrors.push({ kind: "refuse", status: 500, path: "/sites" });
  expect(resultOf(await as("owner").get(back))).toBe("connected");
  expect(await db.searchPerfIntegrationSettings.count({ where: { org_id } })).toBe(1);
});

test("returns 410 for a second callback with the same state, even if both arrive at the same time", async ({
  as,
  org_id,
  db,
}) => {
  const back = await consent(as("owner"));
  const before = google.count("/token");
  const replies = await Promise.all([as("owner").get(back), as("owner").get(back)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([302, 410]);
  expect(await as("owner").get(back)).toFail(410, "expired");
  expect(google.count("/token")).toBe(before + 1);
  expect(await db.searchPerfIntegrationSettings.count({ where: { org_id } })).toBe(1);
});

test("returns 410 for a state that expired after ten minutes", async ({ as, org_id }) => {
  const { id: user_id } = await as("owner").account();
  const state = JSON.stringify({ id: "x", user_id, org_id, code_verifier: "v", expires_at: Date.now() - 1 });
  const path = `/api/search-perf/auth/callback?code=x&state=${await seal(state, "search-perf/state")}`;
  expect(await as("owner").get(path)).toFail(410, "expired");
});

test("returns 400 for a state that was forged, changed or issued for something else", async ({ as, org_id }) => {
  const back = new URL(await consent(as("owner")), "http://localhost");
  const state = back.searchParams.get("state") ?? "";
  const at = state.lastIndexOf(".") + 3;
  const changed = `${state.slice(0, at)}${state[at] === "A" ? "B" : "A"}${state.slice(at + 1)}`;
  const before = google.calls.length;
  for (const wrong of [
    "x",
    "a.b.c.d.e",
    changed,
    await seal(state, `search-perf/${org_id}/refresh`),
    "%00",
    "ü".repeat(99),
  ]) {
    const reply = await as("owner").get(`${back.pathname}?${new URLSearchParams({ state: wrong, code: "x" })}`);
    expect(reply).toFail(400, "invalid_code");
  }
  expect(google.calls).toHaveLength(before);
});

test("returns 400 without state or code, and ignores Google's extra parameters", async ({ as }) => {
  const path = "/api/search-perf/auth/callback";
  for (const query of ["", "?code=x", "?state=", "?state=a&state=b&code=x", `?state=${"x".repeat(5_000)}&code=x`])
    expect(await as("owner").get(`${path}${query}`)).toFail(400, "invalid_input", [{ path: "state" }]);
  const back = new URL(await consent(as("owner")), "http://localhost");
  back.searchParams.delete("code");
  expect(await as("owner").get(`${back.pathname}${back.search}`)).toFail(400, "invalid_input", [{ path: "code" }]);
  const more = `${await consent(as("owner"))}&authuser=0&hd=example.org&prompt=consent`;
  expect(resultOf(await as("owner").get(more))).toBe("connected");
});

test("returns 400 when a different user makes the callback, or the same user in another organisation [#118]", async ({
  as,
  otherOrganisation,
  org_id,
  db,
}) => {
  const other = otherOrganisation();
  const back = await consent(as("owner"));
  const before = google.calls.length;
  for (const client of [as("admin"), other.as("owner")]) expect(await client.get(back)).toFail(400, "invalid_code");
  const { id: user_id } = await as("owner").account();
  const membership = { org_id: await other.id(), user_id, role: "owner" } as const;
  await db.membership.create({ data: membership });
  const moved = await as("owner").post(`/api/organisations/${await other.id()}/activate/`, {});
  const headers = { authorization: `Bearer ${moved.data.access_token}` };
  expect(await as("owner").get(back, headers)).toFail(400, "invalid_code");
  expect(google.calls).toHaveLength(before);
  expect(await db.searchPerfIntegrationSettings.count({ where: { org_id: { in: [org_id, membership.org_id] } } })).toBe(
    0,
  );
});

test("returns 401 to an anonymous caller and 403 without the permission", async ({ as, visitor, org_id, db }) => {
  const back = await consent(as("admin"));
  expect(await visitor.get(back)).toFail(401, "not_authenticated");
  const { id: user_id } = await as("admin").account();
  await db.membership.update({ where: { org_id_user_id: { org_id, user_id } }, data: { role: "viewer" } });
  expect(await as("admin").get(back)).toFail(403, "forbidden", { permission: "search_perf.write" });
});

test("accepts a browser's session cookie instead of a bearer token", async ({ as, visitor }) => {
  const { access_token } = await as("owner").session();
  const headers = { cookie: `next-auth.session-token=${access_token}` };
  const page = await visitor.get("/api/search-perf/auth", headers);
  expect(page.status).toBe(302);
  const back = await answerConsent(locationOf(page));
  expect(resultOf(await visitor.get(back, headers))).toBe("connected");
});

test("DELETE removes all stored data, revokes the consent, and returns 409 if Google isn't connected", async ({
  as,
  org_id,
  db,
}) => {
  const path = "/api/search-perf/";
  expect(await as("owner").delete(path)).toFail(409, "conflict", { reason: "not_connected" });
  await as("owner").post("/api/websites/", { url: "https://shop.example/" });
  await as("owner").get(await consent(as("owner")));
  const { refresh_token } = await db.searchPerfIntegrationSettings.findUniqueOrThrow({ where: { org_id } });
  const reply = await as("admin").delete(path);
  expect([reply.status, reply.data]).toEqual([200, { connected: false }]);
  const counts = [
    await db.searchPerfIntegrationSettings.count({ where: { org_id } }),
    await db.searchPerfProperty.count({ where: { org_id } }),
    await db.searchPerfResponse.count({ where: { org_id } }),
  ];
  expect(counts).toEqual([0, 0, 0]);
  const events = await db.outboxEvent.findMany({ where: { name: "search-perf/disconnected" } });
  expect(events.map(({ data }) => data)).toContainEqual({ org_id, sealed_token: refresh_token });
  const emails = await emailsTo((await as("owner").account()).email);
  expect(emails.map(({ template }) => template)).toEqual(["search-perf-connected", "search-perf-disconnected"]);
  expect(await as("owner").delete(path)).toFail(409, "conflict", { reason: "not_connected" });
});

test("deleting an organisation also revokes its consent", async ({ as, org_id, db }) => {
  await as("owner").get(await consent(as("owner")));
  const { refresh_token } = await db.searchPerfIntegrationSettings.findUniqueOrThrow({ where: { org_id } });
  const gone = await as("owner").delete(`/api/organisations/${org_id}/?confirm_name=Test%20organisation`);
  expect(gone.status).toBe(200);
  const events = await db.outboxEvent.findMany({ where: { name: "search-perf/disconnected" } });
  expect(events.map(({ data }) => data)).toContainEqual({ org_id, sealed_token: refresh_token });
});

test("without GOOGLE_CLIENT_ID, returns 503 and names the variable, and the settings report that Google isn't configured", async ({
  as,
  visitor,
}) => {
  const website = await as("owner").post("/api/websites/", { url: "https://shop.example/" });
  const id = website.data.id as string;
  leaveGoogle();
  try {
    const replies = [
      await as("owner").get("/api/search-perf/auth"),
      await visitor.get("/api/search-perf/auth/callback?state=x&code=y"),
      await as("owner").get(`/api/search-perf/?website_id=${id}`),
      await as("owner").get(`/api/search-perf/totals/?website_id=${id}`),
      await as("owner").get("/api/search-perf/properties/"),
      await as("owner").patch(`/api/search-perf/properties/${id}/`, { property: "sc-domain:shop.example" }),
      await as("owner").delete("/api/search-perf/"),
    ];
    for (const reply of replies) {
      expect(reply).toFail(503, "not_configured");
      expect(reply.body?.error?.message).toContain("GOOGLE_CLIENT_ID");
    }
    const settings = await as("owner").get("/api/search-perf/settings/");
    expect([settings.status, settings.data.configured]).toEqual([200, false]);
  } finally {
    useGoogle(google);
  }
});
