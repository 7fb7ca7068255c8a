import { failUndeliveredAudit, requestScan, resumeAudits } from "@/server/domains/audits/request-scan";
import { scanPointUrl } from "@/server/scanner/journeys/scan-point";
import { expect, type SignedIn, test } from "../support/api";
import { attachSilentScanner } from "../support/scanner/attach-silent-scanner";
import { deliver, failedPage, pageOf, startAuditOf, uniqueSite } from "../support/scans";

const scanner = attachSilentScanner(test);

const steps = [
  { action: "scan", name: "address" },
  { action: "scan", name: "payment" },
];

const addJourney = async (client: SignedIn, url: string, journey: object = { name: "Checkout", steps }) => {
  const { id: website_id } = (await client.post("/api/websites/", { url })).data;
  const { status, data } = await client.post("/api/journeys/", { website_id, ...journey });
  expect(status).toBe(201);
  return { website_id, path: `/api/journeys/${data.id}/` };
};

/** Returns the journeys in each scan request for an audit, in order. */
const listJourneys = (id: string) =>
  scanner()
    .requests.filter(({ audit_id }) => audit_id === id)
    .map(({ journeys }) => journeys);

/** Returns the result of a page that a journey opened. */
const pointOf = (url: string, page: string, shown: string | null, journey = "Checkout") => {
  const id = scanPointUrl(url, { journey, page });
  const result = shown === null ? failedPage(id, "journey_failed") : pageOf(id);
  return {
    ...result,
    final_url: id,
    title: `${journey}: ${page}`,
    journey: { journey, page, url: shown },
  };
};

const order = {
  name: "Order",
  steps: [
    { action: "click", element: { role: "button", name: "Pay" }, allow: ["pay"] },
    { action: "scan", name: "thanks" },
  ],
};

test("a restarted audit runs each journey as it was when the audit started, even if it was renamed, edited or deleted", async ({
  as,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const { website_id, path } = await addJourney(owner, url, order);
  const other = await owner.post("/api/journeys/", { website_id, name: "Checkout", steps });
  const { id } = await startAuditOf(owner, url);
  const original = [order, { name: "Checkout", steps }];
  await owner.patch(path, { name: "Purchase" });
  await requestScan(id);
  await owner.patch(path, { steps });
  await resumeAudits("scanner");
  expect((await owner.delete(`/api/journeys/${other.data.id}/`)).status).toBe(200);
  await owner.post("/api/journeys/", { website_id, name: "Later", steps });
  await resumeAudits("app");
  expect(listJourneys(id)).toEqual([original, original, original]);
  await owner.post(`/api/website-audit/${id}/cancel/`);
  const next = await startAuditOf(owner, url);
  await requestScan(next.id);
  expect(listJourneys(next.id)).toEqual([
    [
      { name: "Purchase", steps },
      { name: "Later", steps },
    ],
  ]);
});

test("an audit of a website without journeys doesn't run one that is added during the audit", async ({ as }) => {
  const url = uniqueSite();
  const { id } = await startAuditOf(as("owner"), url);
  await requestScan(id);
  const website_id = (await as("owner").get(`/api/website-audit/${id}/`)).data.website_id;
  expect((await as("owner").post("/api/journeys/", { website_id, ...order })).status).toBe(201);
  await resumeAudits("scanner");
  expect(listJourneys(id)).toEqual([[], []]);
});

test("an audit from an older version, which has no copy of the journeys, gets one with its next scan request", async ({
  as,
  db,
}) => {
  const url = uniqueSite();
  const { path } = await addJourney(as("owner"), url, order);
  const { id } = await startAuditOf(as("owner"), url);
  await db.auditJourneys.delete({ where: { audit_id: id } });
  await requestScan(id);
  await as("owner").patch(path, { name: "Purchase", steps });
  await resumeAudits("app");
  expect(listJourneys(id)).toEqual([[order], [order]]);
});

test("the copy of the journeys is deleted when the audit completes, fails or is cancelled, or the website is deleted", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const start = async () => {
    const url = uniqueSite();
    await addJourney(owner, url);
    const audit = await startAuditOf(owner, url);
    expect(await db.auditJourneys.count({ where: { audit_id: audit.id } })).toBe(1);
    return audit;
  };
  const completed = await start();
  await deliver(rest, completed.id, [pageOf(completed.url)]);
  const failed = await start();
  await failUndeliveredAudit(failed.id, "scanner_timeout");
  const cancelled = await start();
  await owner.post(`/api/website-audit/${cancelled.id}/cancel/`);
  for (const [status, { id }] of Object.entries({ completed, failed, cancelled })) {
    expect((await owner.get(`/api/website-audit/${id}/`)).data.status).toBe(status);
    expect.soft(await db.auditJourneys.count({ where: { audit_id: id } }), status).toBe(0);
  }
  const running = await start();
  expect((await owner.delete(`/api/websites/${running.website_id}/`)).status).toBe(200);
  expect(await db.auditJourneys.count({ where: { audit_id: running.id } })).toBe(0);
});

test("pages that a journey didn't reach make the audit partial, and are named", async ({ as, rest }) => {
  const url = uniqueSite();
  const { id } = await startAuditOf(as("owner"), url);
  await deliver(rest, id, [pageOf(url), pointOf(url, "address", `${url}checkout`), pointOf(url, "payment", null)]);
  const audit = (await as("owner").get(`/api/website-audit/${id}/`)).data;
  expect(audit).toMatchObject({
    status: "completed",
    pages_done: 2,
    pages_failed: 1,
    partial: { reason: "journey", pages_missing: 1, examples: ["Checkout: payment"] },
  });
  const pages = (await as("owner").get(`/api/results/${id}/pages/`)).data;
  expect(pages.map(({ title, journey }: { title: string; journey: object | null }) => ({ title, journey }))).toEqual([
    { title: `Title of ${url}`, journey: null },
    { title: "Checkout: address", journey: { name: "Checkout", page: "address", url: `${url}checkout` } },
    { title: "Checkout: payment", journey: { name: "Checkout", page: "payment", url: null } },
  ]);
  const [csv] = [await as("owner").send("GET", `/api/results/${id}/issues/?q=journeys`)];
  expect(csv.data.every(({ page_title }: { page_title: string }) => page_title === "Checkout: address")).toBe(true);
});

test("pages and findings can be filtered by journey, whatever its name contains", async ({ as, rest }) => {
  const url = uniqueSite();
  const { id } = await startAuditOf(as("owner"), url);
  const points = [pointOf(url, "one", `${url}1`, "50%_off / sale"), pointOf(url, "two", null, "50%_off / sale")];
  const other = pointOf(url, "one", `${url}2`, "50 0off / sale");
  await deliver(rest, id, [pageOf(url), pageOf(`${url}sale`), ...points, other]);
  const titles = async (list: string, journey: string) => {
    const { data } = await as("viewer").get(`/api/results/${id}/${list}/?journey=${encodeURIComponent(journey)}`);
    return [...new Set(data.map((each: { title?: string; page_title?: string }) => each.title ?? each.page_title))];
  };
  expect(await titles("pages", "50%_off / sale")).toEqual(["50%_off / sale: one", "50%_off / sale: two"]);
  expect(await titles("issues", "50%_off / sale")).toEqual(["50%_off / sale: one"]);
  expect(await titles("issues", "50 0off / sale")).toEqual(["50 0off / sale: one"]);
  expect(await titles("pages", "sale")).toEqual([]);
  expect(await titles("issues", "%")).toEqual([]);
  const { scope } = (await as("viewer").get(`/api/results/?audit_id=${id}`)).data;
  expect(scope.journeys).toEqual([
    { name: "50%_off / sale", pages: 2 },
    { name: "50 0off / sale", pages: 1 },
  ]);
});

test("findings on a journey's page are the same issues in the next audit, whatever the page's URL is", async ({
  as,
  rest,
  db,
}) => {
  const url = uniqueSite();
  const audit = async (order: string) => {
    const { id, website_id } = await startAuditOf(as("owner"), url);
    // A crawled page has the same URL as the journey's first page.
    const points = [pointOf(url, "address", `${url}cart`), pointOf(url, "payment", `${url}orders/${order}/pay`)];
    await deliver(rest, id, [pageOf(url), pageOf(`${url}cart`), ...points]);
    const nodes = await db.violationNode.findMany({ where: { audit_id: id }, select: { fingerprint: true } });
    return { id, website_id, fingerprints: nodes.map(({ fingerprint }) => fingerprint).sort() };
  };
  const first = await audit("1001");
  // Three elements on each of four pages.
  expect(new Set(first.fingerprints).size).toBe(12);
  const second = await audit("2002");
  expect(second.fingerprints).toEqual(first.fingerprints);
  expect(await db.issue.count({ where: { website_id: first.website_id } })).toBe(12);
});
