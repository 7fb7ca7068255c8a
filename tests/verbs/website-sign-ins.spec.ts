import { purposes, seal } from "@/server/core/sealed";
import { requestScan } from "@/server/domains/audits/request-scan";
import { expect, type SignedIn, test } from "../support/api";
import { attachSilentScanner } from "../support/scanner/attach-silent-scanner";
import { deliver, failedPage, pageOf, startAuditOf, uniqueSite } from "../support/scans";

const scanner = attachSilentScanner(test);

const PASSWORD = "never-in-the-clear-42";

const addSignIn = async (client: SignedIn, url: string, password = PASSWORD) => {
  const { id } = (await client.post("/api/websites/", { url })).data;
  const { origin } = new URL(url);
  const method = { kind: "form", url: `${origin}/login`, user_name: "ada", password, totp: "JBSWY3DPEHPK3PXP" };
  const reply = await client.post(`/api/websites/${id}/sign-in/`, { origins: [origin], method });
  expect(reply.status).toBe(200);
  return id as string;
};

const requestsFor = (auditId: string) => scanner().requests.filter(({ audit_id }) => audit_id === auditId);

test("every scan request contains the website's sign-in, even when an audit is resumed", async ({ as }) => {
  const url = uniqueSite();
  await addSignIn(as("owner"), url);
  const { id } = await startAuditOf(as("owner"), url);
  expect((await as("owner").get(`/api/website-audit/${id}/`)).data.signed_in).toBe(false);
  await requestScan(id);
  await requestScan(id);
  const sent = requestsFor(id).map(({ sign_in }) => sign_in);
  expect(sent).toHaveLength(2);
  for (const sign_in of sent)
    expect(sign_in).toEqual({
      origins: [new URL(url).origin],
      method: expect.objectContaining({ kind: "form", user_name: "ada", password: PASSWORD }),
      signed_in: {},
    });
  expect((await as("owner").get(`/api/website-audit/${id}/`)).data.signed_in).toBe(true);
});

test("the results contain the number of pages that weren't scanned because the session had ended", async ({
  as,
  rest,
}) => {
  const url = uniqueSite();
  await addSignIn(as("owner"), url);
  const { id } = await startAuditOf(as("owner"), url);
  await requestScan(id);
  const pages = [pageOf(url), failedPage(`${url}orders`, "signed_out"), failedPage(`${url}slow`, "timeout")];
  await deliver(rest, id, pages);
  const { data } = await as("owner").get(`/api/results/?audit_id=${id}`);
  expect(data).toMatchObject({ pages_signed_out: 1, audit: { signed_in: true, pages_failed: 2 } });
});

test("audits don't sign in once the sign-in has been deleted", async ({ as }) => {
  const url = uniqueSite();
  const website = await addSignIn(as("owner"), url);
  await as("owner").delete(`/api/websites/${website}/sign-in/`);
  const { id } = await startAuditOf(as("owner"), url);
  await requestScan(id);
  expect(requestsFor(id)[0]).not.toHaveProperty("sign_in");
});

test("organisations that audit the same website use their own sign-in, or none", async ({ as, otherOrganisation }) => {
  const url = uniqueSite();
  await addSignIn(as("owner"), url);
  const other = otherOrganisation().as("owner");
  const foreign = await startAuditOf(other, url);
  await requestScan(foreign.id);
  expect(requestsFor(foreign.id)[0]).not.toHaveProperty("sign_in");
  const { id } = await startAuditOf(as("owner"), url);
  await requestScan(id);
  expect(requestsFor(id)[0]?.sign_in?.method).toMatchObject({ password: PASSWORD });
});

test("an audit whose sign-in can't be decrypted fails instead of scanning the website signed out", async ({
  as,
  db,
}) => {
  const url = uniqueSite();
  const website_id = await addSignIn(as("owner"), url);
  const secret = await seal("{}", purposes.websiteSignIn("another-website"));
  await db.websiteSignIn.update({ where: { website_id }, data: { secret } });
  const { id } = await startAuditOf(as("owner"), url);
  await requestScan(id);
  expect(requestsFor(id)).toEqual([]);
  const audit = (await as("owner").get(`/api/website-audit/${id}/`)).data;
  expect(audit).toMatchObject({ status: "failed", error_code: "sign_in_unreadable" });
});

test("an audit uses the URL stored beside the encrypted sign-in, not an older URL inside it that contains a password", async ({
  as,
  db,
}) => {
  const url = uniqueSite();
  const website_id = await addSignIn(as("owner"), url);
  const login = `${new URL(url).origin}/login`;
  const method = { kind: "form", url: login.replace("//", "//ada:b@"), user_name: "ada", password: PASSWORD };
  const secret = await seal(JSON.stringify(method), purposes.websiteSignIn(website_id));
  await db.websiteSignIn.update({ where: { website_id }, data: { secret } });
  const { id } = await startAuditOf(as("owner"), url);
  await requestScan(id);
  expect(requestsFor(id)[0]?.sign_in?.method).toMatchObject({ url: login, password: PASSWORD });
});

test("no table contains secrets in plain text, and secrets are deleted with their website", async ({ as, db }) => {
  const url = uniqueSite();
  const website_id = await addSignIn(as("owner"), url, "unique-password-of-this-test");
  const { id } = await startAuditOf(as("owner"), url);
  await requestScan(id);
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  expect(tables.map(({ name }) => name)).toContain("website_sign_ins");
  for (const { name } of tables) {
    const [row] = await db.$queryRawUnsafe<{ found: bigint }[]>(
      `SELECT count(*) AS found FROM "${name}" AS t WHERE t::text LIKE '%unique-password-of-this-test%' OR t::text LIKE '%JBSWY3DPEHPK3PXP%'`,
    );
    expect.soft(Number(row?.found), name).toBe(0);
  }
  await as("owner").delete(`/api/websites/${website_id}/`);
  expect(await db.websiteSignIn.count({ where: { website_id } })).toBe(0);
});
