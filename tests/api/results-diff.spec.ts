import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { purgeComparisons } from "@/server/domains/audits";
import { expect, type SignedIn, test } from "@/tests/support/api";
import type { RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, failedPage, pageOf, startAuditOf, uniqueSite } from "@/tests/support/scans";

/** Maps the path of each page to its failing elements, or to null if the page couldn't be scanned. */
type Pages = Record<string, string[] | null>;

const resultsOf = (url: string, pages: Pages) =>
  Object.entries(pages).map(([path, failed]) =>
    failed
      ? pageOf(url + path, { axe: axeOf([{ rule_id: "button-name", impact: "critical", failed, passed: 1 }]) })
      : failedPage(url + path),
  );

/** Runs audits of one website, one after the other. */
const auditsOf = async (client: SignedIn, rest: RestHandler, ...runs: Pages[]) => {
  const url = uniqueSite();
  const ids: string[] = [];
  let website_id = "";
  for (const pages of runs) {
    const reply = website_id ? await client.post("/api/website-audit/", { website_id }) : null;
    const audit = reply ? { id: reply.data.id, website_id } : await startAuditOf(client, url);
    website_id = audit.website_id;
    await deliver(rest, audit.id, resultsOf(url, pages));
    ids.push(audit.id);
  }
  return { ids, website_id, url };
};

const selectorsOf = (reply: { data: { items: { selector: string }[] } }): string[] =>
  reply.data.items.map(({ selector }) => selector);

test("returns the issues that are new, fixed, regressed and unchanged since the previous audit", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { ids } = await auditsOf(
    owner,
    rest,
    { "": ["#old", "#back"] },
    { "": ["#old", "#gone"] },
    { "": ["#old", "#back", "#fresh"] },
  );
  const path = `/api/results/${ids[2]}/diff/`;
  const reply = await as("viewer").get(path);
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({
    audit_id: ids[2],
    base: { id: ids[1] },
    counts: { new: 1, fixed: 1, regressed: 1, unchanged: 1, not_compared: 0, pages_compared: 1 },
  });
  expect(selectorsOf(reply)).toEqual(["#fresh"]);
  for (const [kind, selector] of [
    ["fixed", "#gone"],
    ["regressed", "#back"],
    ["unchanged", "#old"],
  ])
    expect(selectorsOf(await owner.get(`${path}?kind=${kind}`)), kind).toEqual([selector]);
});

test("compares an audit with a given base audit", async ({ as, rest }) => {
  const owner = as("owner");
  const { ids } = await auditsOf(owner, rest, { "": ["#a"] }, { "": ["#b"] }, { "": ["#b", "#a"] });
  const { data } = await owner.get(`/api/results/${ids[2]}/diff/?base=${ids[0]}`);
  expect(data).toMatchObject({ base: { id: ids[0] }, counts: { new: 1, fixed: 0, regressed: 0, unchanged: 1 } });
  const back = await owner.get(`/api/results/${ids[0]}/diff/?base=${ids[2]}&kind=fixed`);
  expect(selectorsOf(back)).toEqual(["#b"]);
});

test("excludes pages that only one audit could scan, and never reports their findings as fixed", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { ids } = await auditsOf(
    owner,
    rest,
    { "": ["#a"], lost: ["#b", "#c"], broken: ["#d"] },
    { "?from=mail": ["#a"], broken: null, added: ["#e"] },
  );
  const { data } = await owner.get(`/api/results/${ids[1]}/diff/?kind=fixed`);
  expect(data.items).toEqual([]);
  expect(data.counts).toEqual({
    new: 0,
    fixed: 0,
    regressed: 0,
    unchanged: 1,
    not_compared: 4,
    pages_compared: 1,
    pages_only_now: 1,
    pages_only_before: 2,
  });
});

test("treats pages with the same path but different queries as different pages", async ({ as, rest }) => {
  const owner = as("owner");
  const { ids } = await auditsOf(
    owner,
    rest,
    { "list?page=1": ["#a", "#menu"], "list?page=2": ["#b", "#menu"], "list?page=3": ["#c"] },
    { "list?page=1": ["#menu"] },
    { "list?page=1": ["#menu"], "list?page=2": ["#b", "#menu"], "list?page=3": ["#c"] },
  );
  const fewer = await owner.get(`/api/results/${ids[1]}/diff/?kind=fixed`);
  expect(selectorsOf(fewer), "only elements of the page scanned in both audits").toEqual(["#a"]);
  expect(fewer.data.counts).toMatchObject({ new: 0, fixed: 1, regressed: 0, unchanged: 1, not_compared: 3 });
  expect(fewer.data.counts).toMatchObject({ pages_compared: 1, pages_only_now: 0, pages_only_before: 2 });
  const more = await owner.get(`/api/results/${ids[2]}/diff/`);
  expect(more.data.counts).toMatchObject({ new: 0, fixed: 0, regressed: 0, unchanged: 1, not_compared: 3 });
});

test("the first audit of a website has no comparison", async ({ as, rest }) => {
  const { ids } = await auditsOf(as("owner"), rest, { "": ["#a"] });
  const { data } = await as("owner").get(`/api/results/${ids[0]}/diff/`);
  expect(data).toEqual({ audit_id: ids[0], base: null, counts: null, items: [] });
});

test("paginates changes by cursor", async ({ as, rest }) => {
  const owner = as("owner");
  const { ids } = await auditsOf(owner, rest, { "": [] }, { "": ["#a", "#b", "#c"] });
  const first = await owner.get(`/api/results/${ids[1]}/diff/?limit=2`);
  const cursor = first.body?.meta.next_cursor;
  const second = await owner.get(`/api/results/${ids[1]}/diff/?limit=2&cursor=${cursor}`);
  expect([...selectorsOf(first), ...selectorsOf(second)]).toEqual(["#a", "#b", "#c"]);
  expect(second.body?.meta.next_cursor).toBeNull();
});

test("a long comparison lists every change in order, whether it is with the previous audit or a given one @long", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const many = Array.from({ length: 620 }, (_, index) => `#n${index}`);
  const { ids } = await auditsOf(owner, rest, { "": many }, { "": [] }, { "": many.slice(0, 600) });
  for (const [query, expected] of [
    [`${ids[1]}/diff/?kind=fixed`, many],
    [`${ids[2]}/diff/?kind=regressed&base=${ids[1]}`, many.slice(0, 600)],
    [`${ids[2]}/diff/?kind=unchanged&base=${ids[0]}`, many.slice(0, 600)],
  ] as const) {
    const seen: string[] = [];
    let cursor = "";
    do {
      const reply = await owner.get(`/api/results/${query}&limit=100${cursor}`);
      seen.push(...selectorsOf(reply));
      cursor = reply.body?.meta.next_cursor ? `&cursor=${reply.body.meta.next_cursor}` : "";
    } while (cursor);
    expect(seen, query).toEqual(expected);
  }
});

test("a comparison with a given audit is purged after an hour, while the one with the previous audit is kept", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { ids } = await auditsOf(owner, rest, { "": ["#a"] }, { "": ["#b"] }, { "": ["#b", "#a"] });
  const { prisma } = await getDatabase();
  const kept = async () =>
    (await prisma.auditComparison.findMany({ where: { audit_id: ids[2] ?? "" }, orderBy: { base_id: "asc" } })).map(
      ({ base_id, expires_at }) => [base_id, expires_at !== null],
    );
  const getComparison = () => owner.get(`/api/results/${ids[2]}/diff/?base=${ids[0]}`);
  await Promise.all([getComparison(), getComparison()]);
  expect(await kept()).toEqual([
    [ids[0], true],
    [ids[1], false],
  ]);
  const expire = () =>
    prisma.auditComparison.updateMany({
      where: { audit_id: ids[2] ?? "", base_id: ids[0] ?? "" },
      data: { expires_at: new Date(Date.now() - 120_000) },
    });
  await expire();
  expect(selectorsOf(await getComparison())).toEqual(["#b"]);
  await expire();
  await purgeComparisons();
  expect(await kept()).toEqual([[ids[1], false]]);
});

test("returns 404 or 409 unless both audits are completed and belong to the same website", async ({
  as,
  rest,
  otherOrganisation,
}) => {
  const owner = as("owner");
  const { ids, website_id } = await auditsOf(owner, rest, { "": ["#a"] }, { "": ["#a"] });
  const path = `/api/results/${ids[1]}/diff/`;
  const other = await auditsOf(owner, rest, { "": ["#a"] });
  expect(await owner.get(`${path}?base=${other.ids[0]}`)).toFail(404, "not_found");
  expect(await owner.get(`${path}?base=${newId()}`)).toFail(404, "not_found");
  const foreign = await auditsOf(otherOrganisation().as("owner"), rest, { "": ["#a"] });
  expect(await owner.get(`${path}?base=${foreign.ids[0]}`)).toFail(404, "not_found");
  const running = (await owner.post("/api/website-audit/", { website_id })).data.id;
  expect(await owner.get(`${path}?base=${running}`)).toFail(409, "conflict");
  expect(await owner.get(`/api/results/${running}/diff/`)).toFail(409, "conflict");
  expect(await owner.get(`${path}?base=${ids[1]}`)).toFail(400, "invalid_input", [{ path: "base" }]);
  expect(await owner.get(`${path}?kind=worse`)).toFail(400, "invalid_input", [{ path: "kind" }]);
});

test("a website's trend lists its completed audits, oldest first, with scores, counts and changes", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { ids, website_id } = await auditsOf(owner, rest, { "": ["#a", "#b"] }, { "": null }, { "": ["#a"] });
  const { points } = (await as("viewer").get(`/api/websites/${website_id}/trend/`)).data;
  expect(points).toMatchObject([
    {
      audit_id: ids[0],
      pages_done: 1,
      pages_missing: 0,
      counts: { critical: 2, serious: 0, moderate: 0, minor: 0 },
      changes: null,
    },
    { audit_id: ids[2], counts: { critical: 1 }, changes: { fixed: 1, unchanged: 1 } },
  ]);
  expect(points[1].scores.accessibility).toBeGreaterThan(points[0].scores.accessibility);
  const last = (await owner.get(`/api/websites/${website_id}/trend/?limit=1`)).data.points;
  expect(last.map(({ audit_id }: { audit_id: string }) => audit_id)).toEqual([ids[2]]);
});
