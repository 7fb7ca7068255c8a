import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { GET as getFile } from "@/app/api/files/[...key]/route";
import { getDatabase } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import { packExport, purgeExports, sendExportLink } from "@/server/domains/identity/account";
import { makeAccount, makeOrganisation } from "../support/accounts";
import { expect, type SignedIn, test } from "../support/api";
import { emailsTo, lastEmailTo } from "../support/mailbox";
import { makeScannedWebsite } from "../support/scanned-website";
import { deliver, startAuditOf } from "../support/scans";
import { stripPage } from "../support/screenshots";

const path = "/api/user/me/export/";

const download = (url: string) => getFile(new Request(url));

/** Returns the archive's files as read by another program. */
const unpack = (zip: Buffer): { names: string[]; read: (name: string) => unknown; bytes: (name: string) => Buffer } => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-export-"));
  writeFileSync(join(folder, "a.zip"), zip);
  const program =
    "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2]); print('\\n'.join(z.namelist()))";
  const names = execFileSync("python3", ["-c", program, join(folder, "a.zip"), folder])
    .toString()
    .trim()
    .split("\n");
  const bytes = (name: string) => readFileSync(join(folder, name));
  return { names, bytes, read: (name) => JSON.parse(bytes(name).toString()) };
};

const makeTriagedIssue = async (org_id: string, fingerprint: string, user_id: string): Promise<void> => {
  const { prisma } = await getDatabase();
  const { website_id, audit_id } = await makeScannedWebsite(org_id);
  const [now, seen] = [new Date(), { first_seen_audit_id: audit_id, last_seen_audit_id: audit_id }];
  const element = { rule_id: "image-alt", page_url: "https://example.org/", selector: "img" };
  const triage = { note: "Said by somebody there", assignee_id: user_id, triaged_by: user_id, triaged_at: now };
  const times = { first_seen_at: now, last_seen_at: now };
  await prisma.issue.create({
    data: { id: newId(), org_id, website_id, fingerprint, ...element, ...triage, ...seen, ...times },
  });
};

const make = async (client: SignedIn): Promise<{ url: string; expires_at: string }> => {
  const { id } = (await client.post(path, {})).data;
  await packExport(id);
  await sendExportLink(id);
  return (await lastEmailTo((await client.account()).email, "data-export-ready")).data;
};

test("returns 202, allows one export at a time and shows its progress", async ({ as }) => {
  const viewer = as("viewer");
  expect((await viewer.get(path)).data).toEqual({ export: null });
  const reply = await viewer.post(path, {});
  expect(reply.status).toBe(202);
  expect(reply.data).toMatchObject({ status: "queued", expires_at: null });
  expect((await viewer.get(path)).data.export).toEqual(reply.data);
  const again = await viewer.post(path, {});
  expect(again).toFail(409, "conflict", { id: reply.data.id });
});

test("the archive contains everything about the person and opens in other programs", async ({ as, org_id, db }) => {
  const owner = as("owner");
  const { id: user_id, email } = await owner.account();
  const ids = await makeScannedWebsite(org_id);
  await owner.patch("/api/user/me/", { name: "Ada Lovelace" });
  const daily = { website_id: ids.website_id, frequency: "daily", time_zone: "UTC" };
  const { data: schedule } = await owner.post("/api/schedules/", daily);
  const { url } = await make(owner);
  const answer = await download(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("content-disposition")).toMatch(/curbcut-data-\d{4}-\d\d-\d\d\.zip/);
  const { names, read } = unpack(Buffer.from(await answer.arrayBuffer()));
  expect(names).toContain("README.txt");
  expect(read("profile.json")).toMatchObject({ id: user_id, email, name: "Ada Lovelace", has_password: false });
  expect(read("memberships.json")).toMatchObject([{ role: "owner", organisation: { name: "Test organisation" } }]);
  expect(read("sessions.json")).toMatchObject([{ ip: "192.0.2.1", agent: "tests" }]);
  expect(read("audit-log.json")).toEqual(expect.arrayContaining([expect.objectContaining({ action: "user.change" })]));
  const folder = `organisations/${org_id}`;
  expect(read(`${folder}/websites.json`)).toMatchObject([{ id: ids.website_id }]);
  expect(read(`${folder}/transactions.json`)).toEqual([]);
  expect(read("purchases.json")).toEqual([]);
  expect(read(`${folder}/schedules.json`)).toMatchObject([{ id: schedule.id, runs: [] }]);
  expect(read(`${folder}/audits/${ids.audit_id}.json`)).toMatchObject({ pages: [{ id: ids.page_id }] });
  const everything = JSON.stringify(names.filter((name) => name.endsWith(".json")).map(read));
  for (const secret of await db.session.findMany({ where: { user_id } }))
    expect(everything).not.toContain(secret.refresh_hash);
});

test("the archive contains the screenshots and strips of organisations that only the person belongs to @long", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  const page = await stripPage(url);
  const document = `${url}prices.pdf`;
  await deliver(rest, id, [{ ...page, documents: [document] }]);
  const { org_id, website_id } = await db.websiteAudit.findUniqueOrThrow({ where: { id } });
  const lost = await db.screenshot.findFirstOrThrow({ where: { website_id }, orderBy: { bytes: "desc" } });
  await getStore().remove(lost.key);
  const { names, read, bytes } = unpack(Buffer.from(await (await download((await make(owner)).url)).arrayBuffer()));
  const folder = `organisations/${org_id}`;
  const listed = z
    .array(z.object({ id: z.string(), file: z.string().nullable() }))
    .parse(read(`${folder}/screenshots.json`));
  const files = listed.flatMap(({ file }) => (file ? [`${folder}/${file}`] : []));
  expect(listed).toHaveLength(3);
  expect(listed.find((each) => each.id === lost.id)?.file).toBeNull();
  expect(names.filter((name) => name.endsWith(".webp")).sort()).toEqual(files.sort());
  const sent = [page.screenshot, ...(page.strips?.[0]?.pictures ?? [])].map((picture) => picture?.data);
  for (const file of files) expect(sent).toContain(bytes(file).toString("base64"));
  const { strips, pages, documents } = read(`${folder}/audits/${id}.json`) as Record<string, object[]>;
  expect(documents).toMatchObject([{ url: document, checked_at: null, links: [{ page_url: url }] }]);
  expect(strips).toMatchObject([{ rule_id: "button-name", selector: "#buy", strip: [{ state: "without_focus" }, {}] }]);
  expect(listed.map((each) => each.id)).toContain(Object(pages?.[0]).screenshot_id);
  const member = as("member");
  await member.account();
  const theirs = unpack(Buffer.from(await (await download((await make(member)).url)).arrayBuffer()));
  expect(theirs.names.filter((name) => /webp|screenshots/.test(name))).toEqual([]);
});

test("the archive doesn't contain other people's data", async ({ as, org_id, db }) => {
  const member = as("member");
  await as("owner").account();
  await makeScannedWebsite(org_id);
  const theirs = await makeOrganisation("Not mine");
  await makeScannedWebsite(theirs);
  const { url } = await make(member);
  const { names, read } = unpack(Buffer.from(await (await download(url)).arrayBuffer()));
  expect(names.filter((name) => name.startsWith("organisations/"))).toEqual([]);
  expect(read("audit-log.json")).toEqual([expect.objectContaining({ action: "user.export" })]);
  expect(await db.website.count({ where: { org_id } })).toBe(1);
});

test("the archive contains findings only from organisations in which the person can currently read results", async ({
  as,
  org_id,
  db,
}) => {
  const member = as("member");
  const { id: user_id } = await member.account();
  const places = {
    here: org_id,
    left: await makeOrganisation("Left"),
    disabled: await makeOrganisation("Disabled"),
    noResults: await makeOrganisation("Billing only"),
  };
  await db.membership.create({
    data: { org_id: places.disabled, user_id, role: "owner", disabled_at: new Date() },
  });
  await db.membership.create({ data: { org_id: places.noResults, user_id, role: "billing" } });
  for (const [fingerprint, org] of Object.entries(places)) await makeTriagedIssue(org, fingerprint, user_id);
  const { url } = await make(member);
  const { read } = unpack(Buffer.from(await (await download(url)).arrayBuffer()));
  expect(read("findings.json")).toEqual([expect.objectContaining({ org_id, fingerprint: "here" })]);
});

test("the link works for 24 hours, after which the archive is deleted", async ({ as, db }) => {
  const viewer = as("viewer");
  const { url, expires_at } = await make(viewer);
  expect((Date.parse(expires_at) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
  const now = Date.now;
  try {
    Date.now = () => Date.parse(expires_at) - 1_000;
    expect((await download(url)).status).toBe(200);
    Date.now = () => Date.parse(expires_at) + 1_000;
    expect((await download(url)).status).toBe(410);
  } finally {
    Date.now = now;
  }
  const { id } = await viewer.account();
  await db.dataExport.updateMany({ where: { user_id: id }, data: { expires_at: new Date() } });
  const { object_key } = await db.dataExport.findFirstOrThrow({ where: { user_id: id } });
  await purgeExports();
  expect(await getStore().head(object_key ?? "")).toBeNull();
  expect((await viewer.post(path, {})).status).toBe(202);
});

test("a job that runs twice creates only one archive and sends only one email", async ({ as }) => {
  const viewer = as("viewer");
  const { id } = (await viewer.post(path, {})).data;
  for (let n = 0; n < 2; n++) await packExport(id);
  for (let n = 0; n < 2; n++) await sendExportLink(id);
  await packExport(id);
  expect(await emailsTo((await viewer.account()).email)).toHaveLength(1);
  expect((await viewer.get(path)).data.export).toMatchObject({ status: "ready", expires_at: expect.any(String) });
});

test("creates no archive for an account that has since been deleted", async ({ as, db, org_id }) => {
  const viewer = as("viewer");
  await makeAccount({ org_id, role: "owner" });
  const { id } = (await viewer.post(path, {})).data;
  expect((await viewer.delete("/api/user/me/")).status).toBe(202);
  await packExport(id);
  await sendExportLink(id);
  expect(await db.dataExport.count({ where: { id } })).toBe(0);
  expect(await getStore().head(`exports/${id}.zip`)).toBeNull();
});

test("returns 429 after five exports in an hour, counted per person", async ({ as }) => {
  const viewer = as("viewer");
  for (let call = 0; call < 5; call += 1) expect((await viewer.post(path, {})).status).not.toBe(429);
  const reply = await viewer.post(path, {});
  expect(reply).toFail(429, "rate_limited", { limit: 5, window_seconds: 3_600 });
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(3_500);
  expect((await viewer.get(path)).status).toBe(200);
  expect((await as("member").post(path, {})).status).toBe(202);
});
