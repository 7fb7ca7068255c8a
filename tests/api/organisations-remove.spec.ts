import { getStore } from "@/server/adapters/store";
import { deleteScheduledObjects } from "@/server/domains/audits/websites";
import { expect, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";
import { cookieOf, joinAs } from "../support/organisations";
import { deliver, pageOf, startAuditOf } from "../support/scans";

const pathOf = (id: string, name = "Test organisation"): string =>
  `/api/organisations/${id}/?confirm_name=${encodeURIComponent(name)}`;

test("deletes websites, audits, stored results and every audit log entry except the one for the deletion, and notifies members", async ({
  as,
  rest,
  db,
  org_id,
}) => {
  const owner = as("owner");
  const { email } = await as("viewer").account();
  const done = await startAuditOf(owner);
  await deliver(rest, done.id, [pageOf(done.url)]);
  const running = await startAuditOf(owner);
  const { result_key } = await db.scanAudit.findFirstOrThrow({ where: { audit_id: done.id } });
  const reply = await owner.delete(pathOf(org_id));
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({ id: org_id, next_organisation_id: null });
  expect(await db.organisation.findUnique({ where: { id: org_id } })).toBeNull();
  expect(await db.websiteAudit.count({ where: { id: { in: [done.id, running.id] } } })).toBe(0);
  while (await deleteScheduledObjects());
  expect(await getStore().head(result_key ?? "")).toBeNull();
  expect(await db.auditLog.findMany({ where: { org_id } })).toMatchObject([
    { action: "organisation.remove", target_id: org_id, actor_id: (await owner.account()).id },
  ]);
  expect(await lastEmailTo(email, "org-deleted")).toMatchObject({ data: { org: "Test organisation" } });
  const own = await emailsTo((await owner.account()).email);
  expect(own.map(({ template }) => template)).not.toContain("org-deleted");
});

test("each member's session continues in another of their organisations, or is revoked if there is none", async ({
  as,
  db,
  org_id,
  otherOrganisation,
}) => {
  const otherId = await otherOrganisation().id();
  const [owner, lucky, lone] = [as("owner"), as("member"), as("viewer")];
  for (const each of [owner, lucky]) await each.session();
  await lone.session();
  for (const each of [owner, lucky]) await joinAs((await each.account()).id, otherId, "viewer");
  expect((await owner.delete(pathOf(org_id))).data).toEqual({ id: org_id, next_organisation_id: otherId });
  for (const each of [owner, lucky]) {
    const { session_id, refresh_token } = await each.session();
    expect(await db.session.findUnique({ where: { id: session_id } })).toMatchObject({
      org_id: otherId,
      ended_at: null,
    });
    expect(await each.get("/api/user/me/")).toFail(401, "token_expired");
    const renewed = await each.post("/api/auth/refresh", { refresh_token }, { authorization: "" });
    expect(renewed.data.user.organisation.id).toBe(otherId);
  }
  const ended = await db.session.findUnique({ where: { id: (await lone.session()).session_id } });
  expect(ended?.ended_at).not.toBeNull();
});

test("after deleting its current organisation, a browser can continue in another one with the session cookie that it receives", async ({
  as,
  visitor,
  org_id,
  otherOrganisation,
}) => {
  const otherId = await otherOrganisation().id();
  const { access_token } = await as("owner").session();
  await joinAs((await as("owner").account()).id, otherId, "admin");
  const reply = await visitor.delete(pathOf(org_id), cookieOf(access_token));
  const cookie = /^next-auth\.session-token=([^;]+);.*HttpOnly/.exec(reply.headers.getSetCookie()[0] ?? "")?.[1] ?? "";
  expect((await visitor.get("/api/user/me/", cookieOf(cookie))).data).toMatchObject({
    organisation: { id: otherId },
    role: "admin",
  });
});

test("returns 400 when the organisation's name is missing or wrong", async ({ as, org_id, db }) => {
  const field = [{ path: "confirm_name" }];
  expect(await as("owner").delete(`/api/organisations/${org_id}/`)).toFail(400, "invalid_input", field);
  expect(await as("owner").delete(pathOf(org_id, "test organisation"))).toFail(400, "invalid_input", field);
  expect(await db.organisation.count({ where: { id: org_id } })).toBe(1);
});

test("returns 403 for an admin", async ({ as, org_id }) => {
  expect(await as("admin").delete(pathOf(org_id))).toFail(403, "forbidden", { permission: "org.delete" });
});
