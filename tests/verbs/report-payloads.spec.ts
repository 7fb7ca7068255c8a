import { getStore } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import { renderReportJob } from "@/server/domains/reports";
import { expect, type RestClient, test } from "@/tests/support/api";
import { makePng } from "@/tests/support/report/pictures";
import { readPdf, wholeText } from "@/tests/support/report/read-pdf";
import { largeReport } from "@/tests/support/report/sample-report";

const queue = (visitor: RestClient, data: unknown, variant = "singlePage") =>
  visitor.post("/api/v1/report", {
    id: `id-${newId()}`,
    variant,
    email: `${newId()}@example.org`,
    url: "https://customer.example/",
    data,
  });

const rendered = async (visitor: RestClient, data: unknown, variant?: string) => {
  const reply = await queue(visitor, data, variant);
  expect(reply.status).toBe(202);
  await renderReportJob(reply.data.jobId);
  const file = await getStore().get(reply.data.auditId);
  if (!file) throw new Error("There is no report.");
  return readPdf(Buffer.from(file));
};

const branding = (picture: Buffer) => ({ logo: `data:image/png;base64,${picture.toString("base64")}` });

test("returns 400 for a damaged logo and names its field, but prints an intact logo @long", async ({ visitor }) => {
  const picture = makePng({ width: 64, height: 16 });
  const flipped = Buffer.from(picture);
  flipped[40] = (flipped[40] ?? 0) ^ 0xff;
  for (const damaged of [flipped, picture.subarray(0, picture.length - 20), picture.subarray(0, 20)]) {
    const reply = await queue(visitor, { branding: branding(damaged) });
    expect(reply).toFail(400, "invalid_input", [{ path: "data.branding.logo" }]);
  }
  const { texts } = await rendered(visitor, { branding: { name: "Studio", ...branding(picture) } }, "report");
  expect(texts.filter(({ alt }) => alt === "Logo of Studio")).toHaveLength(1);
});

test("omits a logo with a valid structure but pixels that can't be decompressed @long", async ({ visitor }) => {
  const picture = makePng({ width: 64, height: 16, data: Buffer.from("no pixels") });
  const { texts } = await rendered(visitor, { branding: { name: "Studio", ...branding(picture) } }, "report");
  expect(texts.some(({ alt }) => alt?.startsWith("Logo"))).toBe(false);
  expect(texts.some(({ text }) => text === "Studio")).toBe(true);
});

test("creates a report from a body of almost 5 MB @long", async ({ visitor }) => {
  const data = largeReport(2_000);
  const room = 5_000_000 - JSON.stringify(data).length - 2_000;
  const facts = await rendered(visitor, { ...data, own: "x".repeat(room) });
  expect(facts).toMatchObject({ pages: 1, paintedOutside: 0, orphans: [] });
});

test("unknown keys, however deeply nested, do not affect the known ones @long", async ({ visitor }) => {
  let deep: Record<string, unknown> = { last: "the very last" };
  for (let level = 0; level < 12; level += 1) deep = { [`level_${level}`]: deep, list: [[[level]]] };
  const data = { website: { url: "https://customer.example/", deep }, quality: deep, performance: { deep }, own: deep };
  const facts = await rendered(visitor, data, "full");
  expect(facts).toMatchObject({ paintedOutside: 0, orphans: [], overflowing: [] });
  expect(wholeText(facts)).toContain("more data");
  expect(wholeText(facts)).not.toMatch(/\[object|undefined/);
});
