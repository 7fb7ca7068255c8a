import type { Db } from "@/server/core/context";
import type { NodeResult, PageResult } from "@/server/scanner/contract";
import { expect, type SignedIn, test } from "@/tests/support/api";
import type { RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, pageOf, postCallback, startAuditOf, uniqueSite } from "@/tests/support/scans";

interface Button {
  text: string;
  selector: string;
}

const nodeOf = ({ text, selector }: Button): NodeResult => ({
  selector,
  html: `<button>${text}</button>`,
  failure_summary: "Fix it",
  related: [],
  signals: { role: "button", name: "", text, heading: "", near: `Around ${text}`, path: "main>button" },
});

/** Returns a page where these buttons fail or need review. */
const pageWith = (
  url: string,
  buttons: Button[],
  { outcome = "violations", signals = true }: { outcome?: "violations" | "incomplete"; signals?: boolean } = {},
): PageResult => {
  const selectors = buttons.map(({ selector }) => selector);
  const found = outcome === "violations" ? { failed: selectors } : { needs_review: selectors };
  const axe = axeOf([{ rule_id: "button-name", impact: "critical", ...found }]);
  const [rule] = axe[outcome];
  if (rule)
    rule.nodes = buttons.map(nodeOf).map(({ signals: own, ...node }) => (signals ? { ...node, signals: own } : node));
  return pageOf(url, { axe });
};

const startNext = async (client: SignedIn, website_id: string): Promise<string> =>
  (await client.post("/api/website-audit/", { website_id })).data.id;

const auditAgain = async (
  client: SignedIn,
  rest: RestHandler,
  website_id: string,
  pages: PageResult[],
): Promise<string> => {
  const id = await startNext(client, website_id);
  expect((await deliver(rest, id, pages)).status).toBe(200);
  return id;
};

const auditFirst = async (client: SignedIn, rest: RestHandler, url: string, pages: PageResult[]) => {
  const audit = await startAuditOf(client, url);
  expect((await deliver(rest, audit.id, pages)).status).toBe(200);
  return audit;
};

interface Listed {
  issue_id: string;
  selector: string;
  page_url: string;
  status: string;
  html: string;
}

const list = async (client: SignedIn, id: string, query = ""): Promise<Listed[]> =>
  (await client.get(`/api/results/${id}/issues/?${query}`)).data;

const countsOf = async (client: SignedIn, id: string) => (await client.get(`/api/results/${id}/diff/`)).data.counts;

const buy = { text: "Buy", selector: ".css-1a2b3c > button" };
const pay = { text: "Pay", selector: ".css-4d5e6f > button" };

test("triage carries over to a finding on an element whose class names and position have changed", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const first = await auditFirst(owner, rest, url, [pageWith(url, [buy, pay])]);
  const [issue] = await list(owner, first.id);
  await owner.patch(`/api/issues/${issue?.issue_id}/`, { status: "ignored", note: "Known" });
  const moved = [
    { text: "Pay", selector: ".css-1a2b3c > button" },
    { text: "Buy", selector: ".css-777777 > button" },
    { text: "Save for later", selector: ".css-888888 > button" },
  ];
  const second = await auditAgain(owner, rest, first.website_id, [pageWith(url, moved)]);
  const found = await list(owner, second);
  expect(found.map(({ html, status }) => [html, status])).toEqual([
    ["<button>Pay</button>", "open"],
    ["<button>Buy</button>", "ignored"],
    ["<button>Save for later</button>", "open"],
  ]);
  expect(found[1]?.issue_id).toBe(issue?.issue_id);
  expect(await countsOf(owner, second)).toMatchObject({ new: 1, fixed: 0, regressed: 0, unchanged: 2 });
});

test("an element that replaces another gets a new issue, and the replaced element's issue counts as fixed", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const row = (text: string) => ({ text, selector: "tr:nth-child(1) > button" });
  const first = await auditFirst(owner, rest, url, [pageWith(url, [row("Lamp")])]);
  const [issue] = await list(owner, first.id);
  await owner.patch(`/api/issues/${issue?.issue_id}/`, { status: "ignored" });
  const second = await auditAgain(owner, rest, first.website_id, [pageWith(url, [row("Chair")])]);
  const [found] = await list(owner, second);
  expect(found).toMatchObject({ status: "open" });
  expect(found?.issue_id).not.toBe(issue?.issue_id);
  expect(await countsOf(owner, second)).toMatchObject({ new: 1, fixed: 1, unchanged: 0 });
  const third = await auditAgain(owner, rest, first.website_id, [pageWith(url, [row("Lamp"), row("Chair")])]);
  expect((await list(owner, third)).map(({ issue_id }) => issue_id)).toEqual([issue?.issue_id, found?.issue_id]);
  expect(await countsOf(owner, third)).toMatchObject({ new: 0, fixed: 0, regressed: 1, unchanged: 1 });
});

test("findings on a renamed page count as unchanged, and the page is included in the comparison", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const titled = (page: PageResult, title: string) => ({ ...page, title });
  const first = await auditFirst(owner, rest, url, [
    titled(pageWith(`${url}our-shop`, [buy, pay]), "Shop"),
    titled(pageWith(`${url}about`, []), "About"),
  ]);
  const second = await auditAgain(owner, rest, first.website_id, [
    titled(pageWith(`${url}shop`, [buy, pay]), "Shop"),
    titled(pageWith(`${url}about`, []), "About"),
  ]);
  const both = { pages_compared: 2, pages_only_now: 0, pages_only_before: 0, not_compared: 0 };
  expect(await countsOf(owner, second)).toMatchObject({ new: 0, fixed: 0, unchanged: 2, ...both });
  const third = await auditAgain(owner, rest, first.website_id, [
    titled(pageWith(`${url}shop`, [buy]), "Shop"),
    titled(pageWith(`${url}about`, []), "About"),
  ]);
  expect(await countsOf(owner, third)).toMatchObject({ new: 0, fixed: 1, unchanged: 1, ...both });
  const overall = await owner.get(`/api/results/${third}/diff/?base=${first.id}`);
  expect(overall.data.counts).toMatchObject({ new: 0, fixed: 1, unchanged: 1, ...both });
});

/** Converts issues to the form in which earlier versions stored them, without signals or page parameters. */
const deleteSignals = async (db: Db, website_id: string): Promise<void> => {
  const issues = await db.issue.findMany({ where: { website_id }, orderBy: { id: "asc" } });
  const [kept, ...others] = issues;
  const { createHash } = await import("node:crypto");
  const path = (kept?.page_url ?? "").replace(/\?.*/, "");
  const earlier = createHash("sha256")
    .update(JSON.stringify([kept?.rule_id, path, kept?.selector]))
    .digest("base64url");
  const fingerprints = issues.map(({ fingerprint }) => fingerprint);
  await db.issue.deleteMany({ where: { id: { in: others.map(({ id }) => id) } } });
  await db.issue.updateMany({ where: { website_id }, data: { fingerprint: earlier, signals_hash: null } });
  await db.$executeRaw`UPDATE issues SET signals = NULL WHERE website_id = ${website_id}::uuid`;
  await db.$executeRaw`
    UPDATE violation_nodes SET signals = NULL, signals_hash = NULL, fingerprint = ${earlier}
    WHERE fingerprint = ANY(${fingerprints}::text[])`;
};

test("an ignored issue that an earlier version stored for several pages stays ignored on each of them", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const pages = [1, 2, 3].map((id) => pageWith(`${url}product?id=${id}`, [buy]));
  const first = await auditFirst(owner, rest, url, pages);
  await deleteSignals(db, first.website_id);
  const [issue] = await list(owner, first.id);
  await owner.patch(`/api/issues/${issue?.issue_id}/`, { status: "ignored", note: "Third party" });
  const second = await auditAgain(owner, rest, first.website_id, pages);
  const found = await list(owner, second);
  expect(found.map(({ status }) => status)).toEqual(["ignored", "ignored", "ignored"]);
  expect(new Set(found.map(({ issue_id }) => issue_id)).size).toBe(3);
  expect(await countsOf(owner, second)).toMatchObject({ new: 0, fixed: 0, regressed: 0, unchanged: 3 });
  await owner.patch(`/api/issues/${found[1]?.issue_id}/`, { status: "open" });
  const third = await auditAgain(owner, rest, first.website_id, pages);
  expect((await list(owner, third)).map(({ status }) => status)).toEqual(["ignored", "open", "ignored"]);
});

test("triage during an audit is kept when the audit ends and its findings are matched with earlier issues", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const first = await auditFirst(owner, rest, url, [pageWith(url, [buy])]);
  const [issue] = await list(owner, first.id);
  const id = await startNext(owner, first.website_id);
  await postCallback(rest, id, {
    sequence: 1,
    pages_total: 2,
    pages: [pageWith(url, [{ ...buy, selector: ".css-999999 > button" }])],
  });
  const [running] = await list(owner, id);
  expect(running?.issue_id).not.toBe(issue?.issue_id);
  await owner.patch(`/api/issues/${running?.issue_id}/`, { status: "false_positive" });
  await postCallback(rest, id, { sequence: 2, event: "audit.completed", pages_total: 1 });
  expect(await list(owner, id)).toMatchObject([{ issue_id: issue?.issue_id, status: "false_positive" }]);
  expect(await db.issue.count({ where: { website_id: first.website_id } })).toBe(1);
});

test("findings without signals keep their issues if their position or link is unchanged", async ({ as, rest }) => {
  const owner = as("owner");
  const url = uniqueSite();
  const first = await auditFirst(owner, rest, url, [pageWith(url, [buy, pay], { signals: false })]);
  const second = await auditAgain(owner, rest, first.website_id, [
    pageWith(url, [{ ...pay, selector: ".css-999999 > button" }, buy], { signals: false }),
  ]);
  expect(await countsOf(owner, second)).toMatchObject({ new: 0, fixed: 0, unchanged: 2 });
});

test("a finding that needs review can be triaged, and keeps its issue if it later fails", async ({ as, rest }) => {
  const owner = as("owner");
  const url = uniqueSite();
  const review = [pageWith(url, [buy], { outcome: "incomplete" })];
  const first = await auditFirst(owner, rest, url, review);
  const [issue] = await list(owner, first.id, "impact=needs_review");
  expect(await as("viewer").patch(`/api/issues/${issue?.issue_id}/`, { status: "ignored" })).toFail(403, "forbidden");
  await owner.patch(`/api/issues/${issue?.issue_id}/`, { status: "false_positive", note: "Looked at it" });
  const second = await auditAgain(owner, rest, first.website_id, review);
  expect(await list(owner, second, "impact=needs_review&status=false_positive")).toMatchObject([
    { issue_id: issue?.issue_id, note: "Looked at it" },
  ]);
  expect(await list(owner, second, "impact=needs_review&status=open")).toEqual([]);
  const third = await auditAgain(owner, rest, first.website_id, [pageWith(url, [buy])]);
  expect(await list(owner, third)).toMatchObject([{ issue_id: issue?.issue_id, status: "false_positive" }]);
  expect(await countsOf(owner, third)).toMatchObject({ new: 1, regressed: 0, unchanged: 0 });
});
