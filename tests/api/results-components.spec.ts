import { nameComponent } from "@/server/scanner/component";
import type { AxeResult } from "@/server/scanner/contract";
import { expect, type SignedIn, test } from "@/tests/support/api";
import type { RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, pageOf, postCallback, startAuditOf } from "@/tests/support/scans";

const menu = nameComponent(["header", "nav.menu"]);
const card = nameComponent(["main", "div.card"]);

/** Returns the axe result with each node assigned to the component named at the start of its selector. */
const placed = (axe: AxeResult): AxeResult => ({
  ...axe,
  violations: axe.violations.map((rule) => ({
    ...rule,
    nodes: rule.nodes.map((node) => {
      if (node.selector.startsWith(".menu")) return { ...node, component: menu };
      return node.selector.startsWith(".card") ? { ...node, component: card } : node;
    }),
  })),
});

const pagesOf = (url: string) => [
  pageOf(url, {
    axe: placed(
      axeOf([
        { rule_id: "link-name", impact: "serious", failed: [".menu a", ".menu b"] },
        { rule_id: "button-name", impact: "critical", failed: [".card i", "#alone"] },
      ]),
    ),
  }),
  pageOf(`${url}two`, {
    axe: placed(axeOf([{ rule_id: "color-contrast", impact: "serious", failed: [".menu a"] }])),
  }),
];

const auditOf = async (client: SignedIn, rest: RestHandler) => {
  const audit = await startAuditOf(client);
  await deliver(rest, audit.id, pagesOf(audit.url));
  return audit;
};

test("groups findings by component, largest first, with cumulative shares", async ({ as, rest }) => {
  const { id } = await auditOf(as("owner"), rest);
  const { data } = await as("viewer").get(`/api/results/${id}/components/`);
  expect(data).toMatchObject({
    findings: 5,
    total: 2,
    components: [
      {
        id: menu,
        label: "header > nav.menu",
        findings: 3,
        pages: 2,
        rules: ["color-contrast", "link-name"],
        share: 0.6,
        cumulative_share: 0.6,
        sample: { selector: ".menu a" },
      },
      { id: card, label: "main > div.card", findings: 1, pages: 1, share: 0.2, cumulative_share: 0.8 },
    ],
  });
});

test("filters findings by component, and each finding names its component", async ({ as, rest }) => {
  const { id } = await auditOf(as("owner"), rest);
  const list = async (query: string) => (await as("viewer").get(`/api/results/${id}/issues/?${query}`)).data;
  const inMenu = await list(`component=${encodeURIComponent(menu)}`);
  expect(inMenu).toHaveLength(3);
  expect(inMenu[0].component).toEqual({ id: menu, label: "header > nav.menu" });
  expect(await list(`component=${encodeURIComponent(menu)}&rule_id=link-name`)).toHaveLength(2);
  expect((await list("q=alone"))[0].component).toBeNull();
  expect(await list("component=nothing")).toEqual([]);
});

test("lists the components found so far in a running audit, or an empty list if the scanner doesn't send any", async ({
  as,
  rest,
}) => {
  const { id, url } = await startAuditOf(as("owner"));
  await postCallback(rest, id, { pages_total: 4, pages: pagesOf(url).slice(0, 1) });
  expect((await as("owner").get(`/api/results/${id}/components/`)).data).toMatchObject({ findings: 4, total: 2 });
  const other = await startAuditOf(as("owner"));
  await deliver(rest, other.id, [pageOf(other.url)]);
  const { data } = await as("owner").get(`/api/results/${other.id}/components/`);
  expect(data).toEqual({ findings: 2, total: 0, components: [] });
});

test("returns 404 to a caller from another organisation", async ({ as, rest, otherOrganisation }) => {
  const { id } = await auditOf(as("owner"), rest);
  const stranger = otherOrganisation().as("owner");
  for (const part of ["components", "triage", "diff"])
    expect(await stranger.get(`/api/results/${id}/${part}/`), part).toFail(404, "not_found");
});
