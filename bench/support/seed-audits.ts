import type { Database } from "@/server/adapters/database";
import type { Ctx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
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
const impacts = [
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
  /** The completed audit before, half as large. */
  base_id: string;
  website_id: string;
}

const components = Array.from({ length: 40 }, (_, index) => nameComponent(["main", `div.part-${"x".repeat(index)}`]));

/** By how many elements the later audit differs from the one before. */
const shifted = 100;

export const pagesOf = (nodes: number): number => Math.max(10, Math.round(nodes / 500));

/** A v7-shaped id that sorts by its number, made by the database. */
const idOf = (number: string, space: string): string =>
  `('01900000-${space}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

const seedAudit = async (
  { prisma, sql }: Database,
  org_id: string,
  website_id: string,
  { space, count, shift, nodes }: { space: string; count: number; shift: number; nodes: number },
) => {
  const audit_id = newId();
  const pageCount = Math.max(10, Math.round((pagesOf(nodes) * count) / nodes));
  await prisma.websiteAudit.create({
    data: {
      id: audit_id,
      org_id,
      website_id,
      status: "completed",
      phase: "saving",
      options: {},
      pages_done: pageCount,
      pages_total: pageCount,
      summary: {
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
      },
      completed_at: new Date(),
    },
  });
  await sql.query(
    `INSERT INTO scan_audits (id, audit_id, url, final_url, device, started_at, duration_ms, score_accessibility, checks)
     SELECT ${idOf("n", `${space}1`)}, $1::uuid, 'https://example.org/p/' || n, 'https://example.org/p/' || n, 'desktop', now(), 100, n % 100, '[]'
     FROM generate_series(1, ${pageCount}) n`,
    [audit_id],
  );
  const batch = 50_000;
  for (let from = 1; from <= count; from += batch) {
    await sql.query(
      `INSERT INTO violation_nodes (id, audit_id, page_id, rule_id, outcome, impact, selector, html, message, related, fingerprint, component)
       SELECT ${idOf("n", `${space}2`)}, $1::uuid, ${idOf(`1 + n % ${pageCount}`, `${space}1`)},
              ($2::text[])[1 + n % 10], 'violation', ($3::text[])[1 + n % 10], 'main > div:nth-child(' || n || ')',
              '<a href="/x/' || n || '">…</a>', 'Fix any of the following', '[]', 'f-' || n + ${shift}, ($4::text[])[1 + n % 40]
       FROM generate_series(${from}, ${Math.min(count, from + batch - 1)}) n`,
      [audit_id, rules, impacts, components],
    );
  }
  await sql.query(
    `INSERT INTO violations (audit_id, page_id, rule_id, outcome, impact, nodes)
     SELECT audit_id, page_id, rule_id, outcome, max(impact), count(*) FROM violation_nodes WHERE audit_id = $1::uuid GROUP BY 1, 2, 3, 4`,
    [audit_id],
  );
  await prisma.auditRule.createMany({
    data: rules.map((rule_id, index) => ({
      audit_id,
      ...ruleFacts(rule_id),
      impact: impacts[index] ?? null,
      failed_nodes: count / 10,
      failed_pages: pageCount,
    })),
  });
  return audit_id;
};

/** One issue a fingerprint; every ten-thousandth is triaged away. */
const seedIssues = async ({ sql }: Database, org_id: string, website_id: string, audits: string[], nodes: number) => {
  const batch = 50_000;
  for (let from = 1; from <= nodes + shifted; from += batch)
    await sql.query(
      `INSERT INTO issues (id, org_id, website_id, fingerprint, rule_id, page_url, selector, status,
                           first_seen_audit_id, last_seen_audit_id, first_seen_at, last_seen_at)
       SELECT ${idOf("n", "0003")}, $1::uuid, $2::uuid, 'f-' || n, 'label', 'https://example.org/', 'main',
              CASE WHEN n % 10000 = 0 THEN 'ignored' ELSE 'open' END,
              (CASE WHEN n <= ${nodes / 2} THEN $3 ELSE $4 END)::uuid, $4::uuid, now(), now()
       FROM generate_series(${from}, ${Math.min(nodes + shifted, from + batch - 1)}) n`,
      [org_id, website_id, ...audits],
    );
};

/** A website with two audits: the one that is asked about with `nodes` elements, and half as many in the one before. */
export const seedAudits = async (database: Database, nodes: number): Promise<Seeded> => {
  const org_id = newId();
  await database.prisma.organisation.create({ data: { id: org_id, name: "Bench" } });
  const website_id = newId();
  await database.prisma.website.create({
    data: { id: website_id, org_id, url: "https://example.org/", name: "example.org" },
  });
  const base = { space: "001", count: nodes / 2, shift: 0, nodes };
  const base_id = await seedAudit(database, org_id, website_id, base);
  const audit_id = await seedAudit(database, org_id, website_id, { space: "000", count: nodes, shift: shifted, nodes });
  await seedIssues(database, org_id, website_id, [base_id, audit_id], nodes);
  await database.vacuum();
  return { ctx: { db: database.prisma, org_id } as unknown as Ctx, audit_id, base_id, website_id };
};
