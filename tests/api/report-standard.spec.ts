import { listOutbox, readOutbox } from "@/server/adapters/email";
import { answerFileUrl, getStore } from "@/server/adapters/store";
import { newId } from "@/server/core/ids";
import { renderReportJob, sendReportEmail } from "@/server/domains/reports";
import { ReportData } from "@/server/domains/reports/contract";
import type { AxeResult, Standard } from "@/server/scanner/contract";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { readPdf, wholeText } from "@/tests/support/report/read-pdf";
import type { RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, failedPage, pageOf } from "@/tests/support/scans";

/** axe-core assigns its rule for scrollable areas to a level A criterion and a level AAA criterion. */
const areaWithoutKeys = axeOf([
  {
    rule_id: "scrollable-region-focusable",
    impact: "serious",
    wcag: ["2.1.1", "2.1.3"],
    failed: ["#terms"],
  },
]);

const auditOf = async (owner: SignedIn, rest: RestHandler, standard?: Standard, axe?: AxeResult): Promise<string> => {
  const url = `https://site-${newId()}.example/`;
  const settings = standard ? { standard } : {};
  const { id: website_id } = (await owner.post("/api/websites/", { url, settings })).data;
  const { id } = (await owner.post("/api/website-audit/", { website_id })).data;
  await deliver(rest, id, [pageOf(url, axe ? { axe } : {})]);
  return id;
};

const expected = [
  ["wcag2a", "WCAG 2.0, level A", 24],
  ["wcag2aa", "WCAG 2.0, levels A and AA", 37],
  ["wcag21a", "WCAG 2.1, level A", 29],
  ["wcag21aa", "WCAG 2.1, levels A and AA", 49],
  ["wcag22aa", "WCAG 2.2, levels A and AA", 55],
  ["wcag22aaa", "WCAG 2.2, levels A, AA and AAA", 86],
  [undefined, "WCAG 2.2, levels A and AA", 55],
] as const;

for (const [standard, name, criteria] of expected)
  test(`a report of an audit against ${standard ?? "the default standard"} states “${name}” and lists that standard's criteria`, async ({
    as,
    rest,
  }) => {
    const id = await auditOf(as("owner"), rest, standard);
    const link = await as("owner").get(`/api/report/?audit_id=${id}&format=json`);
    const data = ReportData.parse(await (await answerFileUrl(new URL(link.data.url))).json());
    expect(data.audit?.standard).toBe(name);
    expect(data.criteria).toHaveLength(criteria);
    expect(data.criteria?.some(({ level }) => level === "AA")).toBe(!standard?.match(/[012]a$/));
    expect(data.criteria?.some(({ level }) => level === "AAA")).toBe(standard === "wcag22aaa");
  });

test("the PDF and its email name the audit's standard and no other @long", async ({ as, rest }) => {
  const id = await auditOf(as("owner"), rest, "wcag21a");
  const email = `${newId()}@example.org`;
  const { jobId } = (await as("owner").post("/api/report/", { audit_id: id, variant: "full", email })).data;
  await renderReportJob(jobId);
  const text = wholeText(await readPdf((await getStore().get(id)) ?? Buffer.alloc(0)));
  expect(text).toContain("WCAG 2.1, level A");
  expect(text).not.toMatch(/WCAG 2\.2|WCAG 2\.0|levels A and AA/);
  expect(text).toContain("Of 29 criteria");
  await sendReportEmail(jobId);
  const sent = (await listOutbox()).find(({ to }) => to === email);
  const { text: words, html } = (sent && (await readOutbox(sent.id))) ?? {};
  for (const part of [words, html]) expect(part).toContain("The website was audited against WCAG 2.1, level A.");
});

test("the PDF of an audit at level AAA lists level AAA criteria, and other PDFs don't @long", async ({ as, rest }) => {
  const textFor = async (standard: Standard): Promise<string> => {
    const id = await auditOf(as("owner"), rest, standard, areaWithoutKeys);
    const { jobId } = (await as("owner").post("/api/report/", { audit_id: id, variant: "full" })).data;
    await renderReportJob(jobId);
    return wholeText(await readPdf((await getStore().get(id)) ?? Buffer.alloc(0)));
  };
  const strict = await textFor("wcag22aaa");
  expect(strict).toContain("WCAG 2.2, levels A, AA and AAA");
  expect(strict).toContain("Of 86 criteria");
  for (const name of ["1.4.6 Contrast (Enhanced)", "2.1.3 Keyboard (No Exception)", "3.1.5 Reading Level"])
    expect(strict).toContain(name);
  const usual = await textFor("wcag22aa");
  expect(usual).toContain("Of 55 criteria");
  expect(usual).toContain("2.1.3");
  expect(usual).not.toMatch(/AAA|Enhanced|No Exception|Reading Level/);
});

test("a page that could not be scanned has no counts, rather than counts of zero", async ({ as, rest }) => {
  const url = `https://site-${newId()}.example/`;
  const { id } = (await as("owner").post("/api/website-audit/", { url })).data;
  await deliver(rest, id, [pageOf(url), failedPage(`${url}b`)]);
  const link = await as("owner").get(`/api/report/?audit_id=${id}&format=json`);
  const data = ReportData.parse(await (await answerFileUrl(new URL(link.data.url))).json());
  const pages = new Map(data.pages?.map((page) => [page.url, page.counts]));
  expect(pages.get(url)).toMatchObject({ minor: 0 });
  expect(pages.get(`${url}b`)).toBeNull();
});
