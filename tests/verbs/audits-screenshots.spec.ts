import sharp from "sharp";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { purgeScreenshots } from "@/server/domains/audits";
import { deleteScheduledObjects } from "@/server/domains/audits/websites";
import { buildReportData } from "@/server/domains/reports/data";
import { ReportData } from "@/server/domains/reports/report-data";
import { expect, test } from "../support/api";
import { deliver, pageOf, postCallback, startAuditOf, uniqueSite } from "../support/scans";
import { picturedPage } from "../support/screenshots";

const deleteScheduled = async (): Promise<void> => {
  while (await deleteScheduledObjects());
};

const pictureOf = async (db: Db, audit_id: string, url: string) => {
  const page = await db.scanAudit.findFirstOrThrow({ where: { audit_id, url }, include: { screenshot: true } });
  return page.screenshot;
};

test("audits of the same website share the screenshot of an unchanged page, and different websites share none", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const keys: (string | undefined)[] = [];
  for (const colours of [
    ["#111", "#222"],
    ["#111", "#333"],
  ]) {
    const { id } = await startAuditOf(owner, url);
    const pages = [await picturedPage(url, colours[0]), await picturedPage(`${url}b`, colours[1])];
    expect((await deliver(rest, id, pages)).data).toEqual({ ignored: false });
    for (const page of [url, `${url}b`]) keys.push((await pictureOf(db, id, page))?.key);
  }
  expect(keys[0]).toBeTruthy();
  expect(keys[2]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
  const other = await startAuditOf(owner);
  await deliver(rest, other.id, [await picturedPage(other.url, "#111")]);
  expect((await pictureOf(db, other.id, other.url))?.key).not.toBe(keys[0]);
  await deleteScheduled();
  for (const key of keys) expect(await getStore().head(key ?? "")).not.toBeNull();
});

test("a page keeps its result if its screenshot is damaged or too large, and a batch stores identical screenshots once", async ({
  as,
  rest,
  db,
}) => {
  const { id, url } = await startAuditOf(as("owner"));
  const { screenshot } = await picturedPage(url);
  const noise = Buffer.concat([Buffer.from("RIFF0000WEBP"), Buffer.alloc(301_000, 7)]).toString("base64");
  const faulty = ["not Base64!", Buffer.from("<svg></svg>").toString("base64"), noise, null, 7];
  const pages = faulty.map((data, index) => ({ ...pageOf(`${url}${index}`), screenshot: { ...screenshot, data } }));
  const twin = [await picturedPage(`${url}a`), await picturedPage(`${url}b`)];
  const reply = await postCallback(rest, id, { pages_total: 9, pages: [...pages, ...twin, pageOf(`${url}c`)] });
  expect(reply.data).toEqual({ ignored: false });
  const rows = await db.scanAudit.findMany({ where: { audit_id: id }, select: { url: true, screenshot_id: true } });
  expect(rows).toHaveLength(8);
  const pictured = rows.filter((row) => row.screenshot_id !== null);
  expect(pictured.map((row) => row.url).sort()).toEqual([`${url}a`, `${url}b`]);
  expect(new Set(pictured.map((row) => row.screenshot_id)).size).toBe(1);
});

test("purges a screenshot and its file when no audit has used it for SCREENSHOTS_KEPT_DAYS", async ({
  as,
  rest,
  db,
}) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [await picturedPage(url, "#111"), await picturedPage(`${url}b`, "#222")]);
  const [old, recent] = [await pictureOf(db, id, url), await pictureOf(db, id, `${url}b`)];
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await db.screenshot.update({ where: { id: old?.id ?? "" }, data: { last_used_at: daysAgo(181) } });
  await db.screenshot.update({ where: { id: recent?.id ?? "" }, data: { last_used_at: daysAgo(179) } });
  await purgeScreenshots();
  expect(await pictureOf(db, id, url)).toBeNull();
  expect(await pictureOf(db, id, `${url}b`)).not.toBeNull();
  await db.objectToDelete.updateMany({ where: { key: old?.key ?? "" }, data: { created_at: daysAgo(1) } });
  await deleteScheduled();
  expect(await getStore().head(old?.key ?? "")).toBeNull();
  expect(await getStore().head(recent?.key ?? "")).not.toBeNull();
});

test("deleting a website deletes its screenshots", async ({ as, rest, db }) => {
  const owner = as("owner");
  const { id, url, website_id } = await startAuditOf(owner);
  await deliver(rest, id, [await picturedPage(url)]);
  const key = (await pictureOf(db, id, url))?.key ?? "";
  expect(await getStore().head(key)).not.toBeNull();
  expect((await owner.delete(`/api/websites/${website_id}/`)).status).toBe(200);
  await deleteScheduled();
  expect(await getStore().head(key)).toBeNull();
  expect(await db.screenshot.count({ where: { website_id } })).toBe(0);
});

test("the screenshots of a failed callback are deleted after an hour", async ({ as, rest, db }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await db.$executeRaw`ALTER TABLE violations ADD CONSTRAINT none_today CHECK (rule_id = '') NOT VALID`;
  try {
    expect(await postCallback(rest, id, { pages: [await picturedPage(url)] })).toFail(500, "internal");
  } finally {
    await db.$executeRaw`ALTER TABLE violations DROP CONSTRAINT none_today`;
  }
  const where = { key: { startsWith: `audits/${id}/`, endsWith: ".webp" } };
  const left = await db.objectToDelete.findFirstOrThrow({ where });
  expect(await getStore().head(left.key)).not.toBeNull();
  await db.objectToDelete.updateMany({ where, data: { created_at: new Date(Date.now() - 3_601_000) } });
  await deleteScheduled();
  expect(await getStore().head(left.key)).toBeNull();
});

test("report data includes a cropped and outlined screenshot of an example, with a text alternative", async ({
  as,
  rest,
  db,
}) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [await picturedPage(url, "#0000ff")]);
  const { issues } = await buildReportData(db, id);
  const example = issues?.find((issue) => issue.rule_id === "button-name")?.examples?.[0];
  expect(example).toMatchObject({ selector: "#buy" });
  expect(example?.picture?.alt).toContain("button without a name, in main, under heading level 1 “Cart”");
  const file = Buffer.from(example?.picture?.image.replace("data:image/jpeg;base64,", "") ?? "", "base64");
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  // The image is half the size of the page: a crop of 560 × 240 CSS pixels is 280 × 120.
  expect(info).toMatchObject({ format: "raw", width: 280, height: 120 });
  const redAt = (x: number, y: number) => data[3 * (y * info.width + x)] ?? 0;
  expect(redAt(140, 10)).toBeLessThan(60);
  expect(redAt(50, 48)).toBeGreaterThan(120);
  expect(ReportData.parse({ issues }).issues?.[0]?.examples?.[0]?.picture).toEqual(example?.picture);
});
