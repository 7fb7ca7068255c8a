import { z } from "zod";
import { AuditCollector } from "@/scripts/audit/collect";
import { applyCrossPageRules } from "@/server/domains/audits/apply-cross-page-rules";
import { recomputeScores } from "@/server/domains/audits/results";
import type { ReportData } from "@/server/domains/reports/report-data";
import type { PageResult } from "@/server/scanner/contract";
import { comparePages } from "@/server/scanner/cross-page/compare-pages";
import { expect, test } from "@/tests/support/api";
import { outlinedPage } from "@/tests/support/outlines";
import type { RestClient, RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, pageOf, postCallback, type RunningAudit, startAuditOf } from "@/tests/support/scans";

const usual = ["Home", "Rooms", "Prices", "Contact"];
const moved = ["Contact", "Home", "Rooms", "Prices"];
const axe = axeOf([
  { rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], failed: ["#a", "#b"], passed: 4 },
  { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], needs_review: ["#faint"], passed: 10 },
]);

const RuleIds = z.array(z.object({ id: z.string() }));
const ExportedPage = z.object({ url: z.string(), passes: RuleIds, inapplicable: RuleIds });

const texts = [
  "Potters share a yard, two kilns and a shop that opens on Saturdays.",
  "Twelve rooms of ten to forty square metres look out on the old canal.",
  "A month costs between one hundred and three hundred pounds, with heating.",
  "Ring the bell at number nine and somebody will let you in.",
];

/**
 * Returns pages that share a menu. On the last page, the menu items are in a different order, and the title is the same
 * as another page's.
 */
const pagesOf = (url: string): PageResult[] =>
  ["", "rooms", "prices", "contact"].map((path, index) =>
    outlinedPage(
      `${url}${path}`,
      {
        title: index === 3 ? "Prices" : path,
        text: texts[index] ?? "",
        blocks: [{ links: index === 3 ? moved : usual }],
      },
      { axe, template: index % 2 === 0 ? "even" : null },
    ),
  );

const findingsOf = async (client: RestClient, id: string, rule_id: string, filter = "") =>
  (await client.get(`/api/results/${id}/issues/?rule_id=${rule_id}${filter}`)).data;

const scoresOf = async (client: RestClient, id: string) =>
  (await client.get(`/api/results/?audit_id=${id}`)).data.scores;

const completed = async (client: RestClient, rest: RestHandler, given?: RunningAudit): Promise<RunningAudit> => {
  const audit = given ?? (await startAuditOf(client));
  await deliver(rest, audit.id, pagesOf(audit.url));
  return audit;
};

/** Returns the report data that `npm run audit` would produce. */
const reportOn = (pages: readonly PageResult[], { id, url }: Pick<RunningAudit, "id" | "url">): Promise<ReportData> => {
  const collector = new AuditCollector();
  for (const page of pages) collector.add(page);
  return collector.finish({
    ...{
      id,
      url,
      name: url,
      standard: "wcag22aa",
      depth: "full",
      second_engine: false,
      partial: null,
      groups: [],
      list_only: false,
      seed: 1,
      exclude_elements: [],
      rules: { include: [], exclude: [] },
    },
    ...{ started_at: new Date(), completed_at: new Date() },
  });
};

test("adds the findings for the cross-page rules when the audit completes", async ({ as, rest, db }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  const pages = pagesOf(url);
  await postCallback(rest, id, { pages: pages.slice(2), pages_total: 4 });
  expect(await findingsOf(owner, id, "navigation-order")).toEqual([]);
  await postCallback(rest, id, { sequence: 2, event: "audit.completed", pages: pages.slice(0, 2), pages_total: 4 });

  const findings = await findingsOf(owner, id, "navigation-order");
  expect(findings).toMatchObject([
    { outcome: "violation", page_url: `${url}contact`, selector: "navigation-navigation", status: "open" },
  ]);
  expect(findings[0].message).toContain(
    `“Contact” comes before “Home” here, but after it on 3 other pages, such as ${url}`,
  );
  const titles = await findingsOf(owner, id, "repeated-title", "&impact=needs_review");
  expect(titles.map(({ page_url }: { page_url: string }) => page_url).sort()).toEqual([
    `${url}contact`,
    `${url}prices`,
  ]);

  const { data } = await owner.get(`/api/results/?audit_id=${id}`);
  expect(data.counts).toEqual({ critical: 0, serious: 8, moderate: 1, minor: 0, needs_review: 6, passed: 64 });
  expect(data.rules.find(({ rule_id }: { rule_id: string }) => rule_id === "navigation-order")).toMatchObject({
    ...{ impact: "moderate", nodes: 1, pages: 1, review_nodes: 0, passed_nodes: 3, passed_pages: 3, wcag: ["3.2.3"] },
  });
  const { criteria } = (await owner.get(`/api/results/${id}/criteria/`)).data;
  const outcomes = Object.fromEntries(
    criteria.map(({ criterion, outcome }: { criterion: string; outcome: string }) => [criterion, outcome]),
  );
  expect(outcomes).toMatchObject({ "3.2.3": "failed", "2.4.2": "needs_review", "3.2.4": "no_failures" });
  expect(await db.scanAudit.count({ where: { audit_id: id, outline: { not: { equals: null } as never } } })).toBe(0);
});

test("gives pages the same scores as npm run audit, whatever the order and number of batches", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  const pages = pagesOf(url);
  for (const [at, index] of [2, 0, 3, 1].entries())
    await postCallback(rest, id, {
      ...{ sequence: at + 1, event: at === 3 ? "audit.completed" : "pages.completed" },
      ...{ pages: pages.slice(index, index + 1), pages_total: 4 },
    });
  const report = await reportOn(pages, { id, url });
  const scores = await scoresOf(owner, id);
  expect(scores.accessibility).toBe(report.scores?.accessibility);
  expect(scores.accessibility_low).toBe(report.scores?.accessibility_low);
  const listed = (await owner.get(`/api/results/${id}/pages/`)).data;
  const compared = new Map(comparePages(pages).map((page) => [page.url, page.axe]));
  for (const page of listed) {
    expect(page.scores.accessibility, page.url).toBe(compared.get(page.url)?.score);
    expect(page.scores.accessibility_low, page.url).toBe(compared.get(page.url)?.score_low);
    expect(report.pages?.find((each) => each.url === page.url)?.counts, page.url).toEqual(page.counts);
  }
  expect(report.issues?.map(({ rule_id }) => rule_id)).toContain("navigation-order");
});

test("compares the first 1,000 pages scanned, as npm run audit does @long", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  // The menu is in a different order on the last page that is compared and on the first page that isn't.
  const pages = Array.from({ length: 1_001 }, (_, index) =>
    outlinedPage(
      `${url}page-${index}`,
      { title: `Page ${index}`, blocks: [{ links: index < 999 ? usual : moved }] },
      { axe: axeOf([]) },
    ),
  );
  await postCallback(rest, id, { pages: pages.slice(0, 600), pages_total: 1_001 });
  await postCallback(rest, id, { sequence: 2, event: "audit.completed", pages: pages.slice(600), pages_total: 1_001 });
  const findings = await findingsOf(owner, id, "navigation-order");
  expect(findings.map(({ page_url }: { page_url: string }) => page_url)).toEqual([`${url}page-999`]);
  const { issues } = await reportOn(pages, { id, url });
  expect(issues).toMatchObject([{ rule_id: "navigation-order", nodes: 1, pages: 1 }]);
});

test("keeps the triage of an issue in later audits, and doesn't report its findings as new", async ({ as, rest }) => {
  const owner = as("owner");
  const first = await completed(owner, rest);
  const [finding] = await findingsOf(owner, first.id, "navigation-order");
  const triage = { status: "ignored", note: "The menu changes in May." };
  expect((await owner.patch(`/api/issues/${finding.issue_id}/`, triage)).status).toBe(200);

  const second = { ...(await startAuditOf(owner, first.url)), url: first.url };
  await deliver(rest, second.id, pagesOf(first.url));
  const [again] = await findingsOf(owner, second.id, "navigation-order");
  expect(again).toMatchObject({ issue_id: finding.issue_id, status: "ignored" });
  expect(again.id).not.toBe(finding.id);

  const third = await startAuditOf(owner, first.url);
  await deliver(rest, third.id, pagesOf(first.url).slice(0, 3));
  const { counts } = (await owner.get(`/api/results/${third.id}/diff/`)).data;
  expect(counts).toMatchObject({ new: 0, regressed: 0, unchanged: 6, not_compared: 3 });
});

test("exports and recomputed scores include cross-page rules that found nothing", async ({ as, rest, db }) => {
  const owner = as("owner");
  const { id, url } = await completed(owner, rest);
  const read = () =>
    db.scanAudit.findMany({
      where: { audit_id: id },
      orderBy: { id: "asc" },
      select: { score_accessibility: true, score_low: true },
    });
  const before = await read();
  await db.scanAudit.updateMany({ where: { audit_id: id }, data: { score_version: 1, score_low: null } });
  await db.websiteAudit.update({ where: { id }, data: { score_version: 1 } });
  while (await recomputeScores());
  expect(await read()).toEqual(before);

  const headers = { authorization: `Bearer ${(await owner.session()).access_token}`, "x-client-ip": "10.1.1.1" };
  const reply = await rest(new Request(`http://localhost:8000/api/results/${id}/export/?format=axe`, { headers }));
  const exported = z.array(ExportedPage).parse(await reply.json());
  const start = exported.find((page) => page.url === url);
  expect(start?.passes.map((rule) => rule.id)).toContain("navigation-order");
  expect(start?.inapplicable.map((rule) => rule.id)).toContain("help-order");
});

test("pages without outlines, or with invalid ones, get no findings for the cross-page rules", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  const pages = [pageOf(url), { ...pageOf(`${url}a`), outline: { blocks: "many" } }, pageOf(`${url}b`)];
  await postCallback(rest, id, { event: "audit.completed", pages_total: 3, pages });
  const { data } = await owner.get(`/api/results/?audit_id=${id}`);
  expect(data.audit).toMatchObject({ status: "completed", pages_done: 3 });
  expect(data.rules.map(({ rule_id }: { rule_id: string }) => rule_id).sort()).toEqual([
    ...["button-name", "color-contrast", "link-name"],
  ]);
});

test("an audit completes even if outlines contain characters that the database rejects", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  const pages = ["", "a"].map((path) =>
    outlinedPage(`${url}${path}`, { title: `A\0B\ud83d`, blocks: [{ links: ["A\0", "\ude00B", "C", "D"] }] }, { axe }),
  );
  expect((await deliver(rest, id, pages)).status).toBe(200);
  expect((await owner.get(`/api/results/?audit_id=${id}`)).data.audit.status).toBe("completed");
});

test("deletes the outlines of audits that are cancelled or fail", async ({ as, rest, db }) => {
  const owner = as("owner");
  const audits = [await startAuditOf(owner), await startAuditOf(owner)] as const;
  for (const { id, url } of audits) await postCallback(rest, id, { pages: pagesOf(url).slice(0, 2), pages_total: 9 });
  const count = () => db.scanAudit.findMany({ where: { audit_id: { in: audits.map(({ id }) => id) } } });
  expect((await count()).every(({ outline }) => outline !== null)).toBe(true);
  await owner.post(`/api/website-audit/${audits[0].id}/cancel/`, {});
  await postCallback(rest, audits[1].id, {
    ...{ sequence: 2, event: "audit.failed", error: { code: "scanner_failed", message: "It failed." } },
  });
  expect((await count()).map(({ outline }) => outline)).toEqual([null, null, null, null]);
});

test("completes an audit whose pages take too long to compare, without findings for the cross-page rules", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const { id, url } = await startAuditOf(owner);
  await postCallback(rest, id, { pages: pagesOf(url), pages_total: 4 });
  await applyCrossPageRules(db, await db.websiteAudit.findUniqueOrThrow({ where: { id } }), 0);
  await postCallback(rest, id, { sequence: 2, event: "audit.completed", pages_total: 4 });
  expect((await owner.get(`/api/results/?audit_id=${id}`)).data.audit).toMatchObject({ status: "completed" });
  expect(await findingsOf(owner, id, "navigation-order")).toEqual([]);
  const pages = await db.scanAudit.findMany({ where: { audit_id: id } });
  expect(pages.map(({ outline }) => outline)).toEqual([null, null, null, null]);
});
