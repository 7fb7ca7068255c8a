import sharp from "sharp";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { purgeScreenshots } from "@/server/domains/audits";
import { deleteScheduledObjects } from "@/server/domains/audits/websites";
import { buildReportData } from "@/server/domains/reports/data";
import { ReportData } from "@/server/domains/reports/report-data";
import type { PageResult, StripPicture } from "@/server/scanner/contract";
import { expect, test } from "../support/api";
import { deliver, postCallback, startAuditOf } from "../support/scans";
import { stripPage } from "../support/screenshots";

interface Kept {
  key: string;
  hash: string;
}

const picturesOf = async (db: Db, audit_id: string): Promise<Kept[]> =>
  db.$queryRaw<Kept[]>`
    SELECT s.key, s.hash FROM violation_nodes n
    CROSS JOIN LATERAL jsonb_array_elements(n.strip) WITH ORDINALITY AS t (picture, place)
    JOIN screenshots s ON s.id = (picture ->> 'screenshot_id')::uuid
    WHERE n.audit_id = ${audit_id}::uuid ORDER BY place`;

const withPicture = (page: PageResult, change: object): PageResult => ({
  ...page,
  strips: (page.strips ?? []).map(({ pictures: [first, ...rest] }) => ({
    pictures: [{ ...first, ...change } as StripPicture, ...rest],
  })),
});

test("audits of the same website share the pictures of identical strips, and page results don't contain these pictures", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const first = await startAuditOf(owner);
  await deliver(rest, first.id, [await stripPage(first.url)]);
  const second = await startAuditOf(owner, first.url);
  await deliver(rest, second.id, [await stripPage(first.url, ["#00f", "#f0f"])]);
  const [before, after] = [await picturesOf(db, first.id), await picturesOf(db, second.id)];
  expect(before).toHaveLength(2);
  expect(after[0]).toEqual(before[0]);
  expect(after[1]?.key).not.toBe(before[1]?.key);
  const { result_key } = await db.scanAudit.findFirstOrThrow({ where: { audit_id: first.id } });
  expect((await getStore().head(result_key ?? ""))?.size).toBeLessThan(5_000);
});

test("a page keeps its result if its strips are damaged, too large or too many", async ({ as, rest, db }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const page = await stripPage(url);
  const large = Buffer.concat([Buffer.from("RIFF0000WEBP"), Buffer.alloc(21_000, 7)]).toString("base64");
  const faulty: object[] = [
    { data: "not Base64!" },
    { data: Buffer.from("<svg></svg>").toString("base64") },
    { data: large },
    { content_type: "image/png" },
    { state: "unheard_of" },
    { width: 1e9 },
    { box: { x: "0" } },
  ];
  const pages: object[] = faulty.map((change, index) => ({ ...withPicture(page, change), url: `${url}${index}` }));
  const [strip] = page.strips ?? [];
  pages.push({ ...page, url: `${url}many`, strips: Array.from({ length: 11 }, () => strip) });
  pages.push({ ...page, url: `${url}one`, strips: [{ pictures: strip?.pictures.slice(0, 1) }] });
  pages.push({ ...page, url: `${url}none`, strips: "none" });
  const reply = await postCallback(rest, id, { pages_total: 20, pages: pages as PageResult[] });
  expect(reply.data).toEqual({ ignored: false });
  expect(await db.scanAudit.count({ where: { audit_id: id } })).toBe(pages.length);
  expect(await db.violationNode.count({ where: { audit_id: id } })).toBe(2 * pages.length);
  expect(await picturesOf(db, id)).toEqual([]);
});

test("pictures of strips are purged and deleted like screenshots", async ({ as, rest, db }) => {
  const owner = as("owner");
  const { id, url, website_id } = await startAuditOf(owner);
  await deliver(rest, id, [await stripPage(url)]);
  const [first, second] = await picturesOf(db, id);
  const last_used_at = new Date(Date.now() - 181 * 86_400_000);
  await db.screenshot.updateMany({ where: { key: first?.key ?? "" }, data: { last_used_at } });
  await purgeScreenshots();
  const { data } = await owner.get(`/api/results/${id}/issues/?rule_id=button-name`);
  expect(data.map(({ strip }: { strip: unknown }) => strip)).toEqual([null, null]);
  expect((await owner.delete(`/api/websites/${website_id}/`)).status).toBe(200);
  while (await deleteScheduledObjects());
  expect(await getStore().head(second?.key ?? "")).toBeNull();
});

test("report data includes the strip of an example, with captions and alternative text, instead of its screenshot", async ({
  as,
  rest,
  db,
}) => {
  const { id, url } = await startAuditOf(as("owner"));
  await deliver(rest, id, [await stripPage(url)]);
  const { issues } = await buildReportData(db, id);
  const example = issues?.find((issue) => issue.rule_id === "button-name")?.examples?.[0];
  expect(example?.picture).toBeUndefined();
  expect(example?.strip).toMatchObject([
    {
      caption: "Without keyboard focus",
      alt: "Without keyboard focus: button without a name, in main, under heading level 1 “Cart”",
    },
    { caption: "With keyboard focus" },
  ]);
  const colours: number[][] = [];
  for (const { image } of example?.strip ?? []) {
    const file = Buffer.from(image.replace("data:image/jpeg;base64,", ""), "base64");
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 320, height: 180 });
    const at = 3 * (80 * info.width + 98);
    colours.push([...data.subarray(at, at + 3)]);
  }
  expect(colours[0]?.[0]).toBeLessThan(60);
  expect(colours[1]?.[0]).toBeGreaterThan(120);
  expect(ReportData.parse({ issues }).issues?.[0]?.examples?.[0]?.strip).toEqual(example?.strip);
});
