import { crc32, deflateSync } from "node:zlib";
import { answerFileUrl, getStore } from "@/server/adapters/store";
import { deleteScheduledObjects } from "@/server/domains/audits/websites";
import { expect, test } from "../support/api";
import { completedAudit } from "../support/sample-audit";

const pathOf = (org: string, rest = ""): string => `/api/organisations/${org}/branding/${rest}`;

const chunk = (kind: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** Returns a single-colour PNG as a data: URI. */
const pngOf = (side: number): string => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(side * (1 + side * 3)))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return `data:image/png;base64,${Buffer.concat(parts).toString("base64")}`;
};

const logo = pngOf(2);

test("GET returns Curbcut's branding until the organisation sets its own", async ({ as, org_id }) => {
  const reply = await as("billing").get(pathOf(org_id));
  expect({ status: reply.status, data: reply.data }).toEqual({
    status: 200,
    data: { name: null, accent: null, logo: null },
  });
});

test("PATCH sets the given fields, keeps the others, and resets fields that are null", async ({ as, db, org_id }) => {
  const owner = as("owner");
  const set = await owner.patch(pathOf(org_id), { name: "Harbour Books", accent: "#0B5FFF", logo });
  expect(set.status).toBe(200);
  expect(set.data).toEqual({ name: "Harbour Books", accent: "#0b5fff", logo });
  expect((await owner.patch(pathOf(org_id), { name: null })).data).toEqual({ name: null, accent: "#0b5fff", logo });
  expect((await as("viewer").get(pathOf(org_id))).data).toEqual({ name: null, accent: "#0b5fff", logo });
  expect(await db.auditLog.count({ where: { org_id, action: "branding.change" } })).toBe(2);
});

test("PATCH changes the branding of reports, including those created earlier", async ({ as, rest, org_id }) => {
  const owner = as("owner");
  const { id } = await completedAudit(owner, rest);
  const readReport = async () => {
    const link = new URL((await owner.get(`/api/report/?audit_id=${id}&format=json`)).data.url);
    return (await (await answerFileUrl(link)).json()) as { branding: unknown };
  };
  expect((await readReport()).branding).toEqual({ name: null, accent: null, logo: null });
  await owner.patch(pathOf(org_id), { name: "Harbour Books", accent: "#0b5fff", logo });
  while (await deleteScheduledObjects());
  expect((await readReport()).branding).toEqual({ name: "Harbour Books", accent: "#0b5fff", logo });
});

test("a logo replaced with PATCH stays in the store for at least an hour, and is then deleted", async ({
  as,
  db,
  org_id,
}) => {
  const keyOf = async () => (await db.organisation.findUniqueOrThrow({ where: { id: org_id } })).brand_logo_key ?? "";
  await as("owner").patch(pathOf(org_id), { logo });
  const first = await keyOf();
  await as("owner").patch(pathOf(org_id), { logo: pngOf(3) });
  const second = await keyOf();
  while (await deleteScheduledObjects());
  expect(await getStore().head(first)).not.toBeNull();
  await db.objectToDelete.update({ where: { key: first }, data: { created_at: new Date(Date.now() - 3_700_000) } });
  while (await deleteScheduledObjects());
  expect(await getStore().head(first)).toBeNull();
  expect(await getStore().head(second)).not.toBeNull();
});

test("PATCH returns 400 for an accent colour that is illegible on white, and suggests the nearest legible shade", async ({
  as,
  org_id,
}) => {
  const reply = await as("owner").patch(pathOf(org_id), { accent: "#ffcc00" });
  expect(reply).toFail(400, "invalid_input", [
    {
      path: "accent",
      message:
        "#ffcc00 has a contrast of 1.51:1 against white. Text needs 4.5:1. The nearest shade that passes is #907300.",
    },
  ]);
  expect((await as("owner").patch(pathOf(org_id), { accent: "#907300" })).status).toBe(200);
});

for (const [what, given] of [
  ["a URL", "https://example.org/logo.png"],
  ["an SVG", `data:image/svg+xml;base64,${Buffer.from("<svg/>").toString("base64")}`],
  ["a damaged image", logo.replace("IHDR", "IHDX").slice(0, -20)],
  ["an empty string", ""],
] as const)
  test(`PATCH returns 400 for ${what} as a logo`, async ({ as, db, org_id }) => {
    const reply = await as("owner").patch(pathOf(org_id), { logo: given });
    expect(reply).toFail(400, "invalid_input", [{ path: "logo" }]);
    expect(await db.objectToDelete.count({ where: { key: { startsWith: "brands/" } } })).toBe(0);
  });

test("PATCH returns 400 for a logo over 1 MB", async ({ as, org_id }) => {
  const reply = await as("owner").patch(pathOf(org_id), { logo: `data:image/png;base64,${"A".repeat(1_340_000)}` });
  expect(reply).toFail(400, "invalid_input", [{ path: "logo" }]);
});

test("PATCH returns 403 for a member [#131]", async ({ as, org_id }) => {
  const reply = await as("member").patch(pathOf(org_id), { name: "Mine" });
  expect(reply).toFail(403, "forbidden", { permission: "branding.write" });
});

test("PATCH returns 404 for another organisation and schedules the uploaded logo for deletion", async ({
  as,
  db,
  otherOrganisation,
}) => {
  const before = await db.objectToDelete.count();
  expect(await as("owner").patch(pathOf(await otherOrganisation().id()), { logo })).toFail(404, "not_found");
  expect(await db.objectToDelete.count()).toBe(before + 1);
  await db.objectToDelete.deleteMany({ where: { key: { startsWith: "brands/" } } });
});

test("DELETE removes the logo and keeps the name and colour", async ({ as, org_id }) => {
  await as("owner").patch(pathOf(org_id), { name: "Harbour Books", logo });
  const reply = await as("admin").delete(pathOf(org_id, "logo/"));
  expect(reply.status).toBe(200);
  expect(reply.data).toEqual({ name: "Harbour Books", accent: null, logo: null });
});
