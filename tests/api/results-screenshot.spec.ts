import { getStore } from "@/server/adapters/store";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { download, pathOf } from "@/tests/support/download";
import type { RestHandler } from "@/tests/support/rest-client";
import { deliver, pageOf, startAuditOf } from "@/tests/support/scans";
import { boxOfBuy, picturedPage, placeOfBuy } from "@/tests/support/screenshots";

const start = async (client: SignedIn, rest: RestHandler) => {
  const audit = await startAuditOf(client);
  const page = await picturedPage(audit.url);
  await deliver(rest, audit.id, [page, pageOf(`${audit.url}plain`)]);
  const { data } = await client.get(`/api/results/${audit.id}/issues/?rule_id=button-name`);
  const pictured = data.find((finding: { screenshot: unknown }) => finding.screenshot);
  return { ...audit, page, findings: data, pictured };
};

test("each finding has its box in the page's screenshot and its position in the accessibility tree", async ({
  as,
  rest,
}) => {
  const { id, page, findings, pictured } = await start(as("owner"), rest);
  expect(pictured).toMatchObject({ selector: "#buy", accessibility: placeOfBuy });
  expect(pictured.screenshot).toEqual({ url: expect.any(String), width: 800, height: 1_200, box: boxOfBuy });
  expect(findings.filter((finding: { screenshot: unknown }) => finding.screenshot)).toHaveLength(1);
  expect(findings.find((finding: { selector: string }) => finding.selector === "#pay")).toMatchObject({
    screenshot: null,
    accessibility: null,
  });
  const viewer = as("viewer");
  const response = await download(viewer, rest, pathOf(pictured.screenshot.url));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(response.headers.get("cache-control")).toBe("private, max-age=3600");
  expect(Buffer.from(await response.arrayBuffer()).toString("base64")).toBe(page.screenshot?.data);
  const detail = await viewer.get(`/api/results/${id}/pages/${pictured.page_id}/`);
  const { box: _, ...screenshot } = pictured.screenshot;
  expect(detail.data.screenshot).toEqual(screenshot);
});

test("the JSON export has the screenshot's URL, and each element's box and position in the accessibility tree", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { id, pictured } = await start(owner, rest);
  const exported = JSON.parse(await (await download(owner, rest, `/api/results/${id}/export/?format=json`)).text());
  const found = exported.findings.find((finding: { selector: string }) => finding.selector === "#buy");
  expect(found).toMatchObject({ screenshot: pictured.screenshot, accessibility: placeOfBuy });
});

test("returns 404 for a page that has no screenshot, whose screenshot file is missing, or that belongs to another organisation", async ({
  as,
  otherOrganisation,
  rest,
  db,
}) => {
  const owner = as("owner");
  const { id, url, pictured } = await start(owner, rest);
  const path = pathOf(pictured.screenshot.url);
  expect(await otherOrganisation().as("owner").get(path)).toFail(404, "not_found");
  const plain = await db.scanAudit.findFirstOrThrow({ where: { audit_id: id, url: `${url}plain` } });
  expect(await owner.get(path.replace(pictured.page_id, plain.id))).toFail(404, "not_found");
  const { screenshot } = await db.scanAudit.findFirstOrThrow({
    where: { id: pictured.page_id },
    include: { screenshot: true },
  });
  await getStore().remove(screenshot?.key ?? "");
  expect(await owner.get(path)).toFail(404, "not_found");
});
