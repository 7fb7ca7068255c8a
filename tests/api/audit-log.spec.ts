import { newId } from "@/server/core/ids";
import { describeAction } from "@/server/endpoint/audit-actions";
import { uniqueEmail } from "../support/accounts";
import { expect, test } from "../support/api";
import { routes, titleOf } from "../support/endpoints";

const path = "/api/audit-log/";

test("lists entries newest first, and describes in plain words who did what to which object @long", async ({
  as,
  org_id,
}) => {
  const email = uniqueEmail();
  const { id: owner } = await as("owner").account();
  await as("owner").post("/api/websites/", { url: "https://example.org", name: "Harbour Books" });
  await as("admin").post(`/api/organisations/${org_id}/invites/`, { email, role: "viewer" });
  const { status, data } = await as("owner").get(path);
  expect(status).toBe(200);
  expect(data).toMatchObject([
    {
      action: "member.invite",
      action_text: "invited a member",
      actor: { name: "Test admin" },
      target: { name: email },
    },
    {
      action: "website.add",
      action_text: "added a website",
      actor: { id: owner, type: "user", name: "Test owner" },
      target: { name: "Harbour Books" },
      ip: expect.stringMatching(/^10\./),
    },
  ]);
});

test("describes every recorded action in words", async ({ as, db, org_id }) => {
  const recorded = routes.flatMap(({ declared: { audit } }) => audit ?? []);
  expect(
    recorded.filter(
      (action) => !/^[a-z]/.test(describeAction(action)) || describeAction(action) === action.replace(/[._]/g, " "),
    ),
  ).toEqual([]);
  const { id: website_id } = (await as("owner").post("/api/websites/", { url: "https://example.org" })).data;
  const issue = {
    id: newId(),
    org_id,
    website_id,
    fingerprint: "f",
    rule_id: "label",
    page_url: "https://example.org/",
  };
  const at = new Date();
  const audits = { first_seen_audit_id: newId(), last_seen_audit_id: newId(), first_seen_at: at, last_seen_at: at };
  await db.issue.create({ data: { ...issue, ...audits, selector: "input" } });
  await as("owner").patch(`/api/issues/${issue.id}/`, { status: "ignored" });
  const [entry] = (await as("owner").get(path)).data;
  expect(entry).toMatchObject({ action_text: "triaged an issue", target: { id: issue.id, name: "label" } });
});

test("names journeys and triage policies", async ({ as }) => {
  const { id: website_id } = (await as("owner").post("/api/websites/", { url: "https://example.org" })).data;
  const steps = [{ action: "scan", name: "start" }];
  await as("owner").post("/api/journeys/", { website_id, name: "Checkout", steps });
  const policy = { website_id, rule_id: "region", status: "ignored", reason: "The shop closes in May." };
  await as("owner").post("/api/triage-policies/", policy);
  const { data } = await as("owner").get(`${path}?limit=2`);
  expect(data).toMatchObject([
    { action: "triage_policy.add", target: { name: "The shop closes in May." } },
    { action: "website_journey.add", target: { name: "Checkout" } },
  ]);
});

test("records that starting an audit added a website, unless the website already existed", async ({ as }) => {
  const url = "https://example.org/";
  const audit = (await as("owner").post("/api/website-audit/", { url })).data;
  const entries = async () =>
    (await as("owner").get(path)).data.map(({ action, target }: { action: string; target: { id: string } }) => [
      action,
      target.id,
    ]);
  const first = [
    ["audit.start", audit.id],
    ["website.add", audit.website_id],
  ];
  expect(await entries()).toEqual(first);
  await as("owner").post(`/api/website-audit/${audit.id}/cancel/`);
  const next = (await as("owner").post("/api/website-audit/", { url })).data;
  expect(await entries()).toEqual([["audit.start", next.id], ["audit.cancel", audit.id], ...first]);
});

test("keeps an entry after its object is deleted, but without the object's name", async ({ as }) => {
  const { data: website } = await as("owner").post("/api/websites/", { url: "https://example.org" });
  await as("owner").delete(`/api/websites/${website.id}/`);
  const { data } = await as("owner").get(path);
  expect(data[0]).toMatchObject({ action: "website.remove", target: { id: website.id, name: null } });
});

test("shows email addresses to owners and admins only", async ({ as, org_id }) => {
  await as("owner").patch(`/api/organisations/${org_id}/`, { name: "Renamed" });
  for (const role of ["owner", "admin"] as const) expect((await as(role).get(path)).data[0].ip).toMatch(/^10\./);
  for (const role of ["member", "viewer"] as const) expect((await as(role).get(path)).data[0].ip).toBeNull();
});

test("filters by actor, action, object and time", async ({ as, db, org_id }) => {
  const { id: admin } = await as("admin").account();
  await as("owner").post("/api/websites/", { url: "https://example.org" });
  await as("admin").patch(`/api/organisations/${org_id}/`, { name: "Renamed" });
  const actions = async (query: string) =>
    (await as("viewer").get(`${path}?${query}`)).data.map((entry: { action: string }) => entry.action);
  expect(await actions(`actor_id=${admin}`)).toEqual(["organisation.change"]);
  expect(await actions("action=website.add")).toEqual(["website.add"]);
  expect(await actions("action=website")).toEqual(["website.add"]);
  expect(await actions("action=web")).toEqual([]);
  await db.auditLog.updateMany({
    where: { org_id, action: "website.add" },
    data: { created_at: new Date("2026-01-01T09:00:00Z") },
  });
  expect(await actions("from=2026-01-01T09:00:00Z&to=2026-01-02T00:00:00Z")).toEqual(["website.add"]);
  expect(await actions("from=2026-01-01T10:00:00%2B01:00&to=2026-01-01T09:00:00Z")).toEqual([]);
  expect(await actions("from=2026-01-02T00:00:00Z")).toEqual(["organisation.change"]);
});

test("lists each entry once across pages, and doesn't list entries from another organisation", async ({
  as,
  org_id,
  otherOrganisation,
}) => {
  const other = otherOrganisation();
  await other.as("owner").patch(`/api/organisations/${await other.id()}/`, { name: "Theirs" });
  for (const name of ["One", "Two", "Three"]) await as("owner").patch(`/api/organisations/${org_id}/`, { name });
  const first = await as("owner").get(`${path}?limit=2`);
  const second = await as("owner").get(`${path}?limit=2&cursor=${first.body?.meta.next_cursor}`);
  expect(first.data).toHaveLength(2);
  expect(second.data).toHaveLength(1);
  expect(second.body?.meta.next_cursor).toBeNull();
});

test("returns 400 for an invalid time", async ({ as }) => {
  for (const from of ["yesterday", "2026-02-30T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00"])
    expect(await as("owner").get(`${path}?from=${from}`)).toFail(400, "invalid_input", [{ path: "from" }]);
});

test("returns 403 for the billing role [#131]", async ({ as }) => {
  expect(await as("billing").get(path)).toFail(403, "forbidden", { permission: "audit_log.read" });
});

test("offers no way to change or delete an entry, not even to the owner", async ({ as }) => {
  const owner = as("owner");
  await owner.post("/api/websites/", { url: "https://unchanged.example/" });
  const { data: before } = await owner.get(path);
  expect(before.length).toBeGreaterThan(0);
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    expect((await owner.send(method, path, {})).status, method).toBe(405);
    expect((await owner.send(method, `${path}${before[0].id}/`, {})).status, method).toBe(404);
  }
  expect((await owner.get(path)).data).toEqual(before);
  const declared = routes.filter((route) => route.declared.path.includes("audit-log"));
  expect(declared.map(titleOf)).toEqual([`GET ${path}`]);
});
