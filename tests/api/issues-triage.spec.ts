import { newId } from "@/server/core/ids";
import { expect, test } from "@/tests/support/api";
import { completedAudit, pagesOf } from "@/tests/support/sample-audit";
import { deliver } from "@/tests/support/scans";

const issueOf = (data: { selector: string; issue_id: string }[], selector: string): string =>
  data.find((finding) => finding.selector === selector)?.issue_id ?? "";

test("triages an issue with a note and an assignee, and adds an entry to the audit log", async ({
  as,
  rest,
  db,
  org_id,
}) => {
  const { id } = await completedAudit(as("owner"), rest);
  const findings = (await as("owner").get(`/api/results/${id}/issues/`)).data;
  const issue = issueOf(findings, "#buy");
  const { id: user_id } = await as("member").account();
  const body = { status: "ignored", note: " Goes away in May ", assignee_id: user_id };
  const reply = await as("member").patch(`/api/issues/${issue}/`, body);
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({
    id: issue,
    rule_id: "button-name",
    status: "ignored",
    note: "Goes away in May",
    assignee_id: user_id,
    triaged_by: user_id,
    first_seen_audit_id: id,
  });
  const listed = (await as("viewer").get(`/api/results/${id}/issues/?status=ignored`)).data;
  expect(listed).toMatchObject([
    { selector: "#buy", note: "Goes away in May", assignee_id: user_id, assignee_name: expect.any(String) },
  ]);
  const rows = await db.auditLog.findMany({ where: { org_id, action: "issue.triage" } });
  expect(rows).toMatchObject([{ target_id: issue, actor_id: user_id }]);
});

test("keeps omitted fields and clears those set to null", async ({ as, rest }) => {
  const { id } = await completedAudit(as("owner"), rest);
  const owner = as("owner");
  const issue = issueOf((await owner.get(`/api/results/${id}/issues/`)).data, "#pay");
  await owner.patch(`/api/issues/${issue}/`, { status: "false_positive", note: "It has a name" });
  expect((await owner.patch(`/api/issues/${issue}/`, { status: "ignored" })).data.note).toBe("It has a name");
  const open = (await owner.patch(`/api/issues/${issue}/`, { status: "open", note: null })).data;
  expect(open).toMatchObject({ status: "open", note: null, assignee_id: null });
});

test("an issue's triage is kept in later audits", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, website_id, url } = await completedAudit(owner, rest);
  const issue = issueOf((await owner.get(`/api/results/${id}/issues/`)).data, "#buy");
  await owner.patch(`/api/issues/${issue}/`, { status: "false_positive", note: "Fine" });
  const later = (await owner.post("/api/website-audit/", { website_id })).data.id;
  await deliver(rest, later, pagesOf(url));
  const { data } = await owner.get(`/api/results/${later}/issues/?status=false_positive`);
  expect(data).toMatchObject([{ selector: "#buy", issue_id: issue, note: "Fine" }]);
});

test("counts issues in total and by triage status", async ({ as, rest }) => {
  const owner = as("owner");
  const { id } = await completedAudit(owner, rest);
  const findings = (await owner.get(`/api/results/${id}/issues/`)).data;
  await owner.patch(`/api/issues/${issueOf(findings, "#buy")}/`, { status: "ignored" });
  await owner.patch(`/api/issues/${issueOf(findings, "nav > a")}/`, { status: "false_positive" });
  // This element isn't one of the failing elements, because it needs review.
  await owner.patch(`/api/issues/${issueOf(findings, "#faint")}/`, { status: "ignored" });
  const { data } = await as("viewer").get(`/api/results/${id}/triage/`);
  expect(data).toEqual({
    found: 4,
    open: 2,
    ignored: 1,
    false_positive: 1,
    rules: [
      { rule_id: "button-name", found: 3, open: 2, ignored: 1, false_positive: 0 },
      { rule_id: "link-name", found: 1, open: 0, ignored: 0, false_positive: 1 },
    ],
  });
  expect((await owner.get(`/api/results/?audit_id=${id}`)).data.counts.critical).toBe(3);
  expect((await owner.get(`/api/results/${id}/issues/?status=open`)).data).toHaveLength(2);
});

test("triages all of the given issues or none of them, and records each triage in the audit log", async ({
  as,
  rest,
  db,
  org_id,
}) => {
  const owner = as("owner");
  const { id } = await completedAudit(owner, rest);
  const findings = (await owner.get(`/api/results/${id}/issues/`)).data;
  const ids = [issueOf(findings, "#buy"), issueOf(findings, "#pay")];
  expect(await owner.patch("/api/issues/", { ids: [...ids, newId()], status: "ignored" })).toFail(404, "not_found");
  expect((await owner.get(`/api/results/${id}/issues/?status=ignored`)).data).toEqual([]);
  expect((await owner.patch("/api/issues/", { ids, status: "ignored", note: "Old shop" })).data).toEqual({
    updated: 2,
  });
  expect((await owner.get(`/api/results/${id}/issues/?status=ignored`)).data).toHaveLength(2);
  const rows = await db.auditLog.findMany({ where: { org_id, action: "issue.triage" } });
  expect(rows.map(({ target_id }) => target_id).sort()).toEqual([...ids].sort());
});

test("returns 400 for an assignee outside the organisation, and names every invalid field", async ({
  as,
  rest,
  otherOrganisation,
}) => {
  const owner = as("owner");
  const { id } = await completedAudit(owner, rest);
  const issue = issueOf((await owner.get(`/api/results/${id}/issues/`)).data, "#buy");
  const { id: user_id } = await otherOrganisation().as("owner").account();
  const path = `/api/issues/${issue}/`;
  expect(await owner.patch(path, { status: "open", assignee_id: user_id })).toFail(400, "invalid_input", [
    { path: "assignee_id" },
  ]);
  expect(await owner.patch(path, { status: "closed", note: "x".repeat(2_001) })).toFail(400, "invalid_input", [
    { path: "status" },
    { path: "note" },
  ]);
  expect(await owner.patch(path, {})).toFail(400, "invalid_input", [{ path: "status" }]);
  expect(await owner.patch("/api/issues/", { ids: [], status: "open" })).toFail(400, "invalid_input", [
    { path: "ids" },
  ]);
});

test("returns 403 for a read-only role and 404 for another organisation's issue", async ({
  as,
  rest,
  otherOrganisation,
}) => {
  const { id } = await completedAudit(as("owner"), rest);
  const issue = issueOf((await as("owner").get(`/api/results/${id}/issues/`)).data, "#buy");
  const body = { status: "ignored" };
  expect(await as("viewer").patch(`/api/issues/${issue}/`, body)).toFail(403, "forbidden", {
    permission: "issues.write",
  });
  const stranger = otherOrganisation().as("owner");
  expect(await stranger.patch(`/api/issues/${issue}/`, body)).toFail(404, "not_found");
  expect(await stranger.patch("/api/issues/", { ids: [issue], ...body })).toFail(404, "not_found");
});
