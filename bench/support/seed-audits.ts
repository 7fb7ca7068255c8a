import type { Database } from "@/server/adapters/database";
import type { Ctx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import type { Impact } from "@/server/core/impact";
import { nameComponent } from "@/server/scanner/component";
import { ruleFacts } from "@/server/scanner/rule-facts";

const rules = [
  "image-alt",
  "label",
  "color-contrast",
  "link-name",
  "button-name",
  "list",
  "region",
  "heading-order",
  "target-size",
  "html-has-lang",
];
const impacts: readonly Impact[] = [
  "critical",
  "critical",
  "serious",
  "serious",
  "critical",
  "serious",
  "moderate",
  "moderate",
  "serious",
  "serious",
];

export interface Seeded {
  ctx: Ctx;
  audit_id: string;
  /** The previous completed audit, of about the same size. */
  base_id: string;
  /** The audit before the previous one, to which the issues of regressed elements refer. */
  oldest_id: string;
  website_id: string;
}

const components = Array.from({ length: 40 }, (_, index) => nameComponent(["main", `div.part-${"x".repeat(index)}`]));

/**
 * An element keeps its page, rule, selector and fingerprint across audits, as on real websites. Of every thousand
 * elements, one has regressed, four are new and five are fixed. The last 1% of elements belong to a section that was
 * rebuilt.
 */
const cameBack = "n % 1000 = 3";
const isNew = "n % 1000 IN (103, 303, 503, 703)";
const isFixed = "n % 1000 IN (104, 304, 504, 704, 904)";
const relaunched = (nodes: number): string => `n > ${Math.round(nodes * 0.99)}`;
const inBase = (nodes: number): string => `NOT (${cameBack} OR ${isNew} OR ${relaunched(nodes)})`;
const inAudit = `NOT (${isFixed})`;

export const pagesOf = (nodes: number): number => Math.max(10, Math.round(nodes / 500));

const emptySummary = {
  performance: {
    aggregate: "p75",
    pages_measured: 0,
    metrics: {
      lcp_ms: null,
      cls: null,
      fcp_ms: null,
      ttfb_ms: null,
      tbt_ms: null,
      weight_bytes: null,
      requests: null,
    },
    slowest_pages: [],
  },
  seo: { checks: [] },
  quality: { checks: [] },
};

/** Returns SQL for an id in UUIDv7 format that sorts by number. */
const idOf = (number: string, space: string): string =>
  `('01900000-${space}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

const insertNodes = async (
  { sql }: Database,
  audit_id: string,
  { space, filter, nodes }: { space: string; filter: string; nodes: number },
): Promise<void> => {
  const batch = 50_000;
  const perPage = nodes / pagesOf(nodes);
  for (let from = 1; from <= nodes; from += batch)
    await sql.query(
      `INSERT INTO violation_nodes (id, audit_id, page_id, rule_id, outcome, impact, selector, html, message, related, fingerprint, component)
       SELECT ${idOf("n", `${space}2`)}, $1::uuid, ${idOf(`1 + floor((n - 1) / ${perPage})::int`, `${space}1`)},
              ($2::text[])[1 + n % 10], 'violation', ($3::finding_impact[])[1 + n % 10], 'main > div:nth-child(' || n || ')',
              '<a href="/x/' || n || '">…</a>', 'Fix any of the following', '[]',
              translate(encode(sha256(n::text::bytea), 'base64'), '+/=', '-_'), ($4::text[])[1 + n % 40]
       FROM generate_series(${from}, ${Math.min(nodes, from + batch - 1)}) n WHERE ${filter}`,
      [audit_id, rules, impacts, components],
    );
};

const seedAudit = async (
  database: Database,
  { org_id, website_id }: { org_id: string; website_id: string },
  { space, filter, nodes }: { space: string; filter: string; nodes: number },
): Promise<string> => {
  const { prisma, sql } = database;
  const audit_id = newId();
  const pages = pagesOf(nodes);
  await prisma.websiteAudit.create({
    data: {
      id: audit_id,
      org_id,
      website_id,
      status: "completed",
      phase: "saving",
      options: {},
      pages_done: pages,
      pages_total: pages,
      summary: emptySummary,
      completed_at: new Date(),
    },
  });
  await sql.query(
    `INSERT INTO scan_audits (id, audit_id, url, final_url, device, started_at, duration_ms, score_accessibility, checks)
     SELECT ${idOf("n", `${space}1`)}, $1::uuid, 'https://example.org/p/' || n, 'https://example.org/p/' || n, 'desktop', now(), 100, n % 100, '[]'
     FROM generate_series(1, ${pages}) n`,
    [audit_id],
  );
  await insertNodes(database, audit_id, { space, filter, nodes });
  await sql.query(
    `INSERT INTO violations (audit_id, page_id, rule_id, outcome, impact, nodes)
     SELECT audit_id, page_id, rule_id, outcome, min(impact), count(*) FROM violation_nodes WHERE audit_id = $1::uuid GROUP BY 1, 2, 3, 4`,
    [audit_id],
  );
  await prisma.auditRule.createMany({
    data: rules.map((rule_id, index) => ({
      audit_id,
      ...ruleFacts(rule_id),
      impact: impacts[index] ?? null,
      failed_nodes: nodes / 10,
      failed_pages: pages,
    })),
  });
  return audit_id;
};

/** Creates one issue per fingerprint. Every ten-thousandth issue is ignored. */
const seedIssues = async (
  { sql }: Database,
  { org_id, website_id, oldest_id, base_id, audit_id }: Omit<Seeded, "ctx"> & { org_id: string },
  nodes: number,
): Promise<void> => {
  const batch = 50_000;
  for (let from = 1; from <= nodes; from += batch)
    await sql.query(
      `INSERT INTO issues (id, org_id, website_id, fingerprint, rule_id, page_url, selector, status,
                           first_seen_audit_id, last_seen_audit_id, first_seen_at, last_seen_at)
       SELECT ${idOf("n", "0003")}, $1::uuid, $2::uuid, translate(encode(sha256(n::text::bytea), 'base64'), '+/=', '-_'),
              'label', 'https://example.org/', 'main', CASE WHEN n % 10000 = 0 THEN 'ignored' ELSE 'open' END,
              (CASE WHEN ${isNew} OR ${relaunched(nodes)} THEN $5 WHEN ${cameBack} OR n % 2 = 0 THEN $3 ELSE $4 END)::uuid,
              (CASE WHEN ${isFixed} THEN $4 ELSE $5 END)::uuid, now(), now()
       FROM generate_series(${from}, ${Math.min(nodes, from + batch - 1)}) n`,
      [org_id, website_id, oldest_id, base_id, audit_id],
    );
};

/** Creates a website with two audits of nearly `nodes` elements each. The benchmark queries the later audit. */
export const seedAudits = async (database: Database, nodes: number): Promise<Seeded> => {
  const [org_id, website_id, oldest_id] = [newId(), newId(), newId()];
  await database.prisma.organisation.create({ data: { id: org_id, name: "Bench" } });
  await database.prisma.website.create({
    data: { id: website_id, org_id, url: "https://example.org/", name: "example.org" },
  });
  const of = { org_id, website_id };
  const base_id = await seedAudit(database, of, { space: "001", filter: inBase(nodes), nodes });
  const audit_id = await seedAudit(database, of, { space: "000", filter: inAudit, nodes });
  const ids = { audit_id, base_id, oldest_id, website_id };
  await seedIssues(database, { ...ids, org_id }, nodes);
  await database.vacuum();
  return { ctx: { db: database.prisma, org_id } as unknown as Ctx, ...ids };
};
