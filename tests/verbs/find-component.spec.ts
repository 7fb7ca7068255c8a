import { findComponent } from "@/server/domains/audits/fixes/find-component";
import { nameComponent } from "@/server/scanner/component";
import { scanPointUrl } from "@/server/scanner/journeys/scan-point";
import { expect, test } from "../support/api";
import { axeOf, deliver, pageOf, startAuditOf } from "../support/scans";

const menu = nameComponent(["header", "nav.menu"]);

const placed = (url: string, selectors: string[], final_url = url) => {
  const axe = axeOf([{ rule_id: "color-contrast", impact: "serious", failed: selectors }]);
  for (const node of axe.violations[0]?.nodes ?? []) node.component = menu;
  return pageOf(url, { axe, final_url });
};

test("when listing other pages with a component, leaves out URLs and selectors that our scanner doesn't accept", async ({
  as,
  rest,
  db,
  org_id,
}) => {
  const { id, url } = await startAuditOf(as("owner"));
  const long = "x".repeat(4_001);
  await deliver(rest, id, [
    placed(url, [".note"]),
    placed(`${url}two`, [".note", long]),
    placed(`${url}three`, [long]),
    placed(`${url}four`, [".note"], "not a URL"),
  ]);
  const input = { rule_id: "color-contrast", html: "<p>", page_url: url, selector: ".note" };
  expect(await findComponent({ db, org_id }, input, null)).toMatchObject({
    audit_id: id,
    pages: 4,
    others: [{ page_url: `${url}two`, selectors: [".note"] }],
  });
});

test("lists other pages with a component even if journeys lead to many pages with more findings", async ({
  as,
  rest,
  db,
  org_id,
}) => {
  const { id, url } = await startAuditOf(as("owner"));
  const points = Array.from({ length: 12 }, (_, index) => ({ journey: "Checkout", page: `step ${index}` }));
  const reached = points.map((point) => ({
    ...placed(scanPointUrl(url, point), [".note", ".price"]),
    journey: { ...point, url: `${url}checkout` },
  }));
  await deliver(rest, id, [placed(url, [".note"]), placed(`${url}two`, [".note"]), ...reached]);
  const input = { rule_id: "color-contrast", html: "<p>", page_url: url, selector: ".note" };
  expect(await findComponent({ db, org_id }, input, null)).toMatchObject({
    pages: 14,
    others: [{ page_url: `${url}two`, selectors: [".note"] }],
  });
});
