import { expect, test } from "@/tests/support/api";
import { completedAudit, pagesOf } from "@/tests/support/sample-audit";
import { deliver } from "@/tests/support/scans";

test("a finding has a rule, a snippet, a page, criteria and a status [#99]", async ({ as, rest }) => {
  const { id, url } = await completedAudit(as("owner"), rest);
  const { data } = await as("viewer").get(`/api/results/${id}/issues/?limit=1`);
  expect(data[0]).toMatchObject({
    rule_id: "button-name",
    html: '<i id="#buy">',
    selector: "#buy",
    outcome: "violation",
    impact: "critical",
    page_url: url,
    page_title: "Start",
    message: "Fix #buy",
    status: "open",
    note: null,
  });
  expect(data[0].wcag).toContain("4.1.2");
});

test("filters findings by impact, rule, criterion, page, status and text", async ({ as, rest, db }) => {
  const { id, website_id } = await completedAudit(as("owner"), rest);
  const find = async (query: string): Promise<string[]> =>
    (await as("viewer").get(`/api/results/${id}/issues/?${query}`)).data.map(
      (each: { selector: string }) => each.selector,
    );
  expect(await find("")).toEqual(["#buy", "#pay", "#cart", "nav > a"]);
  expect(await find("impact=serious")).toEqual(["nav > a"]);
  expect(await find("impact=needs_review")).toEqual(["#faint"]);
  expect(await find("rule_id=button-name")).toEqual(["#buy", "#pay", "#cart"]);
  expect(await find("criterion=2.4.4")).toEqual(["nav > a"]);
  expect(await find("criterion=4.1.2")).toEqual(["#buy", "#pay", "#cart", "nav > a"]);
  expect(await find("criterion=1.1.1")).toEqual([]);
  const [, shop] = (await as("viewer").get(`/api/results/${id}/pages/`)).data;
  expect(await find(`page_id=${shop.id}`)).toEqual(["#cart", "nav > a"]);
  expect(await find("q=CART")).toEqual(["#cart"]);
  expect(await find("q=%25")).toEqual([]);
  expect(await find("rule_id=button-name&q=shop")).toEqual(["#cart"]);
  await db.issue.updateMany({
    where: { website_id, selector: "#pay" },
    data: { status: "ignored", note: "Soon gone" },
  });
  expect(await find("status=ignored")).toEqual(["#pay"]);
  expect(await find("status=open&rule_id=button-name")).toEqual(["#buy", "#cart"]);
});

test("paginates findings by cursor, without duplicates", async ({ as, rest }) => {
  const { id } = await completedAudit(as("owner"), rest);
  const seen: string[] = [];
  let cursor = "";
  for (let page = 0; page < 4; page += 1) {
    const reply = await as("viewer").get(`/api/results/${id}/issues/?limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...reply.data.map((each: { selector: string }) => each.selector));
    cursor = reply.body?.meta.next_cursor ?? "";
  }
  expect(seen).toEqual(["#buy", "#pay", "#cart", "nav > a"]);
  expect(cursor).toBe("");
});

test("returns 400 for an invalid filter", async ({ as, rest }) => {
  const { id } = await completedAudit(as("owner"), rest);
  for (const query of ["impact=terrible", "status=closed", "page_id=1", "q=%00", "odd=1", `q=${"x".repeat(201)}`])
    expect(await as("viewer").get(`/api/results/${id}/issues/?${query}`), query).toFail(400, "invalid_input", [
      { path: query.split("=")[0] },
    ]);
});

test("lists all WCAG 2.2 criteria at levels A and AA, with their findings and what to check manually", async ({
  as,
  rest,
}) => {
  const { id } = await completedAudit(as("owner"), rest);
  const { criteria } = (await as("viewer").get(`/api/results/${id}/criteria/`)).data;
  expect(criteria).toHaveLength(55);
  const of = (criterion: string) => criteria.find((each: { criterion: string }) => each.criterion === criterion);
  expect(of("4.1.2")).toMatchObject({ outcome: "failed", level: "A" });
  expect(of("4.1.2").rules).toContain("button-name");
  expect(of("1.4.3")).toMatchObject({ outcome: "needs_review", level: "AA" });
  expect(of("1.2.1")).toMatchObject({ outcome: "not_tested", rules: [] });
  for (const { criterion, by_hand } of criteria) expect(by_hand, criterion).toMatch(/^[A-Z].{30,160}\.$/);
  expect(new Set(criteria.map(({ by_hand }: { by_hand: string }) => by_hand)).size).toBe(55);
});

test("an issue's triage carries over to the next audit by fingerprint", async ({ as, rest, db }) => {
  const owner = as("owner");
  const first = await completedAudit(owner, rest);
  const { website_id, url } = first;
  await db.issue.updateMany({
    where: { website_id, selector: "#buy" },
    data: { status: "false_positive", note: "It has a name" },
  });
  const second = await owner.post("/api/website-audit/", { website_id });
  const pages = pagesOf(url).map((page) => ({ ...page, final_url: `${page.final_url}?utm_source=mail#top` }));
  await deliver(rest, second.data.id, pages);
  const { data } = await owner.get(`/api/results/${second.data.id}/issues/?rule_id=button-name`);
  expect(data.map(({ selector, status, note }: Record<string, unknown>) => [selector, status, note])).toEqual([
    ["#buy", "false_positive", "It has a name"],
    ["#pay", "open", null],
    ["#cart", "open", null],
  ]);
  const issues = await db.issue.findMany({ where: { website_id } });
  expect(issues).toHaveLength(5);
  for (const issue of issues)
    expect(issue).toMatchObject({ first_seen_audit_id: first.id, last_seen_audit_id: second.data.id });
});
