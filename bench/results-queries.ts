/** Every query behind the results pages over an audit of 1,000,000 nodes, on both databases */
import { type Database, openDatabase, setDatabase } from "@/server/adapters/database";
import type { Ctx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { getResults, listCriteria } from "@/server/features/results/get-results";
import { listFindings } from "@/server/features/results/list-findings";
import { getPage, listPages } from "@/server/features/results/read-pages";
import { ruleFacts } from "@/server/scanner/rule-facts";
import { findPostgres, startPostgres } from "@/tests/support/postgres";

/** Nodes of the one audit that is asked about; half as many again lie around it in other audits. */
const nodes = Number(process.env["BENCH_NODES"] ?? 1_000_000);
const pages = Math.max(10, Math.round(nodes / 500));
const repeats = 40;

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

interface Seeded {
  ctx: Ctx;
  audit_id: string;
  website_id: string;
}

/** A v7-shaped id that sorts by its number, made by the database. */
const idOf = (number: string, space: string): string =>
  `('01900000-${space}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

const seedAudit = async (
  { prisma, sql }: Database,
  org_id: string,
  website_id: string,
  space: string,
  count: number,
) => {
  const audit_id = newId();
  const pageCount = Math.max(10, Math.round((pages * count) / nodes));
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
      `INSERT INTO violation_nodes (id, audit_id, page_id, rule_id, outcome, impact, selector, html, message, related, fingerprint)
       SELECT ${idOf("n", `${space}2`)}, $1::uuid, ${idOf(`1 + n % ${pageCount}`, `${space}1`)},
              ($2::text[])[1 + n % 10], 'violation', ($3::text[])[1 + n % 10], 'main > div:nth-child(' || n || ')',
              '<a href="/x/' || n || '">…</a>', 'Fix any of the following', '[]', '${space}-' || n
       FROM generate_series(${from}, ${Math.min(count, from + batch - 1)}) n`,
      [audit_id, rules, impacts],
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

const seed = async (database: Database): Promise<Seeded> => {
  const org_id = newId();
  await database.prisma.organisation.create({ data: { id: org_id, name: "Bench" } });
  const website_id = newId();
  await database.prisma.website.create({
    data: { id: website_id, org_id, url: "https://example.org/", name: "example.org" },
  });
  const audit_id = await seedAudit(database, org_id, website_id, "000", nodes);
  await seedAudit(database, org_id, website_id, "001", nodes / 2);
  await database.vacuum();
  return { ctx: { db: database.prisma, org_id } as unknown as Ctx, audit_id, website_id };
};

const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  const times: number[] = [];
  for (let round = 0; round < repeats; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1).padStart(7);
  console.log(`  ${name.padEnd(34)} median ${at(0.5)} ms   p95 ${at(0.95)} ms`);
};

const ask = async (database: Database): Promise<void> => {
  const { ctx, audit_id, website_id } = await seed(database);
  console.log(`${database.kind}: ${nodes.toLocaleString("en")} nodes on ${pages.toLocaleString("en")} pages`);
  const first = await listPages(ctx, { audit_id, limit: 25 });
  const page_id = first.items[0]?.id ?? "";
  const middle = `01900000-0002-7000-8000-${Math.round(nodes / 2)
    .toString(16)
    .padStart(12, "0")}`;
  await measure("overview by audit", () => getResults(ctx, { audit_id }));
  await measure("overview by website", () => getResults(ctx, { website_id }));
  await measure("criteria", () => listCriteria(ctx, { audit_id }));
  await measure("pages, first 25", () => listPages(ctx, { audit_id, limit: 25 }));
  await measure("one page", () => getPage(ctx, { audit_id, page_id }));
  await measure("issues, first 25", () => listFindings(ctx, { audit_id, limit: 25 }));
  await measure("issues, 100 from the middle", () => listFindings(ctx, { audit_id, limit: 100, cursor: middle }));
  await measure("issues of one rule", () => listFindings(ctx, { audit_id, limit: 25, rule_id: "label" }));
  await measure("issues of one page", () => listFindings(ctx, { audit_id, limit: 25, page_id }));
  await measure("issues of one impact", () => listFindings(ctx, { audit_id, limit: 25, impact: "moderate" }));
  await measure("issues of one criterion", () => listFindings(ctx, { audit_id, limit: 25, criterion: "1.4.3" }));
};

const embedded = await openDatabase({ memory: true });
setDatabase(embedded);
await ask(embedded);
await embedded.close();

const postgres = findPostgres();
if (postgres) {
  const server = await startPostgres(postgres);
  const real = await openDatabase({ url: server.url });
  setDatabase(real);
  await ask(real);
  await real.close();
  await server.stop();
}
process.exit(0);
