import { newId } from "@/server/core/ids";
import { reopenExpiredIssues } from "@/server/domains/audits/issues";
import { endExpiredPolicies } from "@/server/domains/audits/triage-policies";
import { nameComponent } from "@/server/scanner/component";
import { expect, type SignedIn, test } from "@/tests/support/api";
import type { RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, pageOf, startAuditOf } from "@/tests/support/scans";

const menu = nameComponent(["header", "nav.menu"]);

const axe = (rules: Record<string, readonly string[]>) => {
  const result = axeOf(
    Object.entries(rules).map(([rule_id, failed]) => ({ rule_id, impact: "serious", failed: [...failed] })),
  );
  for (const { nodes } of result.violations)
    for (const node of nodes) if (node.selector.startsWith(".menu")) Object.assign(node, { component: menu });
  return result;
};

const pagesOf = (url: string, more: readonly string[] = []) => [
  pageOf(url, { axe: axe({ "link-name": [".menu a", "#more"], "button-name": ["#buy", ...more] }) }),
  pageOf(`${url}two`, { axe: axe({ "link-name": [".menu a"], "color-contrast": ["#faint"] }) }),
];

const firstAudit = async (client: SignedIn, rest: RestHandler) => {
  const audit = await startAuditOf(client);
  await deliver(rest, audit.id, pagesOf(audit.url));
  return audit;
};

const audited = async (
  client: SignedIn,
  rest: RestHandler,
  { website_id, url }: { website_id: string; url: string },
  more: string[],
) => {
  const { id } = (await client.post("/api/website-audit/", { website_id })).data;
  await deliver(rest, id, pagesOf(url, more));
  return id as string;
};

interface Listed {
  selector: string;
  page_url: string;
  rule_id: string;
  issue_id: string;
}

const listed = async (client: SignedIn, auditId: string, status: string): Promise<string[]> =>
  (await client.get(`/api/results/${auditId}/issues/?status=${status}`)).data
    .map(({ selector, page_url, rule_id }: Listed) => `${rule_id} ${selector} ${new URL(page_url).pathname}`)
    .sort();

const path = "/api/triage-policies/";

test("triages all open issues for a rule, and those that a later audit finds", async ({ as, rest, db, org_id }) => {
  const owner = as("owner");
  const audit = await firstAudit(owner, rest);
  const { website_id } = audit;
  const reply = await as("member").post(path, {
    website_id,
    rule_id: "button-name",
    status: "ignored",
    reason: " The shop closes in May. ",
  });
  expect(reply.status).toBe(201);
  expect(reply.data).toMatchObject({
    website_id,
    rule_id: "button-name",
    component: null,
    page_url: null,
    status: "ignored",
    reason: "The shop closes in May.",
    expires_at: null,
    created_by: (await as("member").account()).id,
    issues: 1,
  });
  const { data } = await owner.get(`/api/results/${audit.id}/issues/?status=ignored`);
  expect(data).toMatchObject([
    { selector: "#buy", note: null, policy: { id: reply.data.id, reason: "The shop closes in May." } },
  ]);
  expect((await owner.get(`/api/results/${audit.id}/triage/`)).data).toMatchObject({ found: 5, open: 4, ignored: 1 });
  const later = await audited(owner, rest, audit, ["#pay"]);
  expect(await listed(owner, later, "ignored")).toEqual(["button-name #buy /", "button-name #pay /"]);
  expect((await as("viewer").get(`${path}?website_id=${website_id}`)).data).toMatchObject([
    { id: reply.data.id, issues: 2, created_by_name: expect.any(String) },
  ]);
  const rows = await db.auditLog.findMany({ where: { org_id, action: "triage_policy.add" } });
  expect(rows).toMatchObject([{ target_id: reply.data.id }]);
});

test("triages by component, by page, or by both together", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, website_id, url } = await firstAudit(owner, rest);
  const shared = { website_id, status: "false_positive", reason: "Checked by hand" };
  expect((await owner.post(path, { ...shared, component: menu, page_url: `${url}two` })).data.issues).toBe(1);
  expect(await listed(owner, id, "false_positive")).toEqual(["link-name .menu a /two"]);
  const component = (await owner.post(path, { ...shared, component: menu })).data;
  expect(component).toMatchObject({ component: { id: menu, label: "header > nav.menu" }, issues: 1 });
  const page = (await owner.post(path, { ...shared, status: "ignored", page_url: url })).data;
  expect(page).toMatchObject({ page_url: url, issues: 2 });
  expect(await listed(owner, id, "open")).toEqual(["color-contrast #faint /two"]);
  const nothing = await owner.post(path, { ...shared, rule_id: "link-name", page_url: `${url}three` });
  expect(nothing.data.issues).toBe(0);
});

test("reopens the issues of a deleted policy, unless another policy triages them", async ({ as, rest, db, org_id }) => {
  const owner = as("owner");
  const { id, website_id, url } = await firstAudit(owner, rest);
  const shared = { website_id, status: "ignored", reason: "Later" };
  const rule = (await owner.post(path, { ...shared, rule_id: "link-name" })).data;
  const page = (await owner.post(path, { ...shared, page_url: `${url}two` })).data;
  expect([rule.issues, page.issues]).toEqual([3, 1]);
  const deleted = await as("member").delete(`${path}${rule.id}/`);
  expect(deleted.data).toEqual({ id: rule.id, reopened: 2 });
  expect(await listed(owner, id, "ignored")).toEqual(["color-contrast #faint /two", "link-name .menu a /two"]);
  expect((await owner.get(`${path}?website_id=${website_id}`)).data).toMatchObject([{ id: page.id, issues: 2 }]);
  expect(await owner.delete(`${path}${rule.id}/`)).toFail(404, "not_found");
  const rows = await db.auditLog.findMany({ where: { org_id, action: "triage_policy.remove" } });
  expect(rows).toMatchObject([{ target_id: rule.id }]);
});

test("a policy doesn't affect an issue that a person has reopened, assigned or triaged differently", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const audit = await firstAudit(owner, rest);
  const { website_id } = audit;
  const findings: Listed[] = (await owner.get(`/api/results/${audit.id}/issues/?rule_id=link-name`)).data;
  const [reopened, assigned, other] = findings.map(({ issue_id }) => issue_id);
  const { id: user_id } = await owner.account();
  await owner.patch(`/api/issues/${other}/`, { status: "false_positive", note: "Named by script" });
  const body = { website_id, rule_id: "link-name", status: "ignored", reason: "Later" };
  const policy = (await owner.post(path, body)).data;
  expect(policy.issues).toBe(2);
  expect((await owner.patch(`/api/issues/${reopened}/`, { status: "open" })).data.policy_id).toBeNull();
  const kept = await owner.patch(`/api/issues/${assigned}/`, { status: "ignored", assignee_id: user_id });
  expect(kept.data).toMatchObject({ policy_id: policy.id, assignee_id: user_id });
  const later = await audited(owner, rest, audit, []);
  const statuses = (await owner.get(`/api/results/${later}/issues/?rule_id=link-name`)).data.map(
    ({ issue_id, status, note }: { issue_id: string; status: string; note: string | null }) => [issue_id, status, note],
  );
  expect(statuses).toEqual(
    expect.arrayContaining([
      [reopened, "open", null],
      [assigned, "ignored", null],
      [other, "false_positive", "Named by script"],
    ]),
  );
  expect((await owner.delete(`${path}${policy.id}/`)).data.reopened).toBe(1);
  expect(await listed(owner, later, "false_positive")).toHaveLength(1);
});

test("ends a triage policy, and the triage of a single issue, when it expires", async ({ as, rest, db }) => {
  const owner = as("owner");
  const { id, website_id } = await firstAudit(owner, rest);
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const body = { website_id, rule_id: "button-name", status: "ignored", reason: "Until the sale", expires_at };
  const policy = (await owner.post(path, body)).data;
  expect(policy.expires_at).toBe(expires_at);
  const [faint] = (await owner.get(`/api/results/${id}/issues/?rule_id=color-contrast`)).data;
  const triaged = await owner.patch(`/api/issues/${faint.issue_id}/`, { status: "ignored", note: "Soon", expires_at });
  expect(triaged.data.triage_expires_at).toBe(expires_at);
  const shown = (await owner.get(`/api/results/${id}/issues/?status=ignored`)).data;
  expect(shown.map((finding: { triage_expires_at: string }) => finding.triage_expires_at)).toEqual([
    expires_at,
    expires_at,
  ]);
  while ((await endExpiredPolicies()) || (await reopenExpiredIssues()));
  expect(await listed(owner, id, "ignored")).toHaveLength(2);
  const past = new Date(Date.now() - 1_000);
  await db.triagePolicy.update({ where: { id: policy.id }, data: { expires_at: past } });
  await db.issue.update({ where: { id: faint.issue_id }, data: { triage_expires_at: past } });
  while ((await endExpiredPolicies()) || (await reopenExpiredIssues()));
  expect(await listed(owner, id, "ignored")).toEqual([]);
  expect((await owner.get(`${path}?website_id=${website_id}`)).data).toEqual([]);
  const [again] = (await owner.get(`/api/results/${id}/issues/?rule_id=color-contrast`)).data;
  expect(again).toMatchObject({ status: "open", note: "Soon", triage_expires_at: null });
});

test("an expiry is kept until it is changed or set to null, or the issue is reopened", async ({ as, rest }) => {
  const owner = as("owner");
  const { id } = await firstAudit(owner, rest);
  const [finding] = (await owner.get(`/api/results/${id}/issues/?rule_id=button-name`)).data;
  const issue = `/api/issues/${finding.issue_id}/`;
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  await owner.patch(issue, { status: "ignored", expires_at });
  expect((await owner.patch(issue, { status: "false_positive" })).data.triage_expires_at).toBe(expires_at);
  expect((await owner.patch(issue, { status: "ignored", expires_at: null })).data.triage_expires_at).toBeNull();
  await owner.patch(issue, { status: "ignored", expires_at });
  expect((await owner.patch(issue, { status: "open", expires_at })).data.triage_expires_at).toBeNull();
  const past = new Date(Date.now() - 1_000).toISOString();
  expect(await owner.patch(issue, { status: "ignored", expires_at: past })).toFail(400, "invalid_input", [
    { path: "expires_at" },
  ]);
});

test("returns 400 for a policy without a scope or reason, with an unknown rule, or with an expiry in the past", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { website_id } = await firstAudit(owner, rest);
  const body = { website_id, status: "ignored", reason: "Later" };
  expect(await owner.post(path, body)).toFail(400, "invalid_input", [{ path: "rule_id" }]);
  expect(await owner.post(path, { ...body, rule_id: "no-such-rule" })).toFail(400, "invalid_input", [
    { path: "rule_id" },
  ]);
  expect(await owner.post(path, { ...body, rule_id: "region", status: "open", reason: " " })).toFail(
    400,
    "invalid_input",
    [{ path: "status" }, { path: "reason" }],
  );
  const past = new Date(Date.now() - 1_000).toISOString();
  expect(await owner.post(path, { ...body, rule_id: "region", expires_at: past })).toFail(400, "invalid_input", [
    { path: "expires_at" },
  ]);
});

test("returns 403 for a read-only role, 404 for another organisation's website or policy, and 409 for too many policies", async ({
  as,
  rest,
  db,
  org_id,
  otherOrganisation,
}) => {
  const owner = as("owner");
  const { website_id } = await firstAudit(owner, rest);
  const body = { website_id, rule_id: "region", status: "ignored", reason: "Later" };
  expect(await as("viewer").post(path, body)).toFail(403, "forbidden", { permission: "issues.write" });
  const { id } = (await owner.post(path, body)).data;
  const stranger = otherOrganisation().as("owner");
  expect(await stranger.post(path, body)).toFail(404, "not_found");
  expect(await stranger.get(`${path}?website_id=${website_id}`)).toFail(404, "not_found");
  expect(await stranger.delete(`${path}${id}/`)).toFail(404, "not_found");
  const { id: _, ...row } = await db.triagePolicy.findUniqueOrThrow({ where: { id } });
  await db.triagePolicy.createMany({ data: Array.from({ length: 99 }, () => ({ ...row, org_id, id: newId() })) });
  expect(await owner.post(path, body)).toFail(409, "conflict", { limit: 100, used: 100 });
});
