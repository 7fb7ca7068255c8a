/** Time taken by each query of the results pages, for an audit with 1,000,000 nodes, on both databases */
import { type Database, openDatabase, setDatabase } from "@/server/adapters/database";
import { compareAudits, summariseComponents } from "@/server/domains/audits";
import { countTriage } from "@/server/domains/audits/results/count-triage";
import { getResults, listCriteria } from "@/server/domains/audits/results/get-results";
import { getTrend } from "@/server/domains/audits/results/get-trend";
import { listChanges } from "@/server/domains/audits/results/list-changes";
import { listComponents } from "@/server/domains/audits/results/list-components";
import { listFindings } from "@/server/domains/audits/results/list-findings";
import { getPage, listPages } from "@/server/domains/audits/results/read-pages";
import { findPostgres, startPostgres } from "@/tests/support/postgres";
import { pagesOf, type Seeded, seedAudits } from "./support/seed-audits";

/** Number of nodes in the queried audit. The previous audit has about as many. */
const nodes = Number(process.env["BENCH_NODES"] ?? 1_000_000);
const repeats = 40;
const slowRepeats = 5;

const measure = async (name: string, work: () => Promise<unknown>, rounds = repeats): Promise<void> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1).padStart(7);
  console.log(`  ${name.padEnd(34)} median ${at(0.5)} ms   p95 ${at(0.95)} ms`);
};

/** Computes the summaries that are stored when an audit completes. */
const complete = async ({ prisma }: Database, { audit_id, base_id, website_id }: Seeded): Promise<void> => {
  const summary = { components: {}, changes: {} };
  const group = async () => {
    summary.components = await summariseComponents(prisma, audit_id);
  };
  const compare = async () => {
    const counts = await prisma.$transaction((db) => compareAudits(db, { audit_id, base_id, website_id }), {
      timeout: 300_000,
    });
    summary.changes = { base_id, counts };
    console.log(`  ${JSON.stringify(counts)}`);
  };
  await measure("grouping components, once", group, 1);
  await measure("comparing audits, once", compare, 1);
  const { summary: before } = await prisma.websiteAudit.findUniqueOrThrow({ where: { id: audit_id } });
  await prisma.websiteAudit.update({
    where: { id: audit_id },
    data: { summary: { ...(before as object), ...summary } },
  });
};

const measureQueries = async (database: Database): Promise<void> => {
  const seeded = await seedAudits(database, nodes);
  const { ctx, audit_id, website_id } = seeded;
  console.log(`${database.kind}: ${nodes.toLocaleString("en")} nodes on ${pagesOf(nodes).toLocaleString("en")} pages`);
  const first = await listPages(ctx, { audit_id, limit: 25 });
  const page_id = first.items[0]?.id ?? "";
  const middle = `01900000-0002-7000-8000-${Math.round(nodes / 2)
    .toString(16)
    .padStart(12, "0")}`;
  const backwards = { audit_id: seeded.base_id, base: audit_id, kind: "new", limit: 25 } as const;
  await complete(database, seeded);
  await measure("overview by audit", () => getResults(ctx, { audit_id }));
  await measure("overview by website", () => getResults(ctx, { website_id }));
  await measure("criteria", () => listCriteria(ctx, { audit_id }));
  await measure("pages, first 25", () => listPages(ctx, { audit_id, limit: 25 }));
  await measure("one page", () => getPage(ctx, { audit_id, page_id }));
  await measure("issues, first 25", () => listFindings(ctx, { audit_id, limit: 25 }));
  await measure("issues, 100 from the middle", () => listFindings(ctx, { audit_id, limit: 100, cursor: middle }));
  await measure("issues for one rule", () => listFindings(ctx, { audit_id, limit: 25, rule_id: "label" }));
  await measure("issues on one page", () => listFindings(ctx, { audit_id, limit: 25, page_id }));
  await measure("issues with one impact", () => listFindings(ctx, { audit_id, limit: 25, impact: "moderate" }));
  await measure("issues for one criterion", () => listFindings(ctx, { audit_id, limit: 25, criterion: "1.4.3" }));
  await measure("trend", () => getTrend(ctx, { id: website_id, limit: 30 }));
  await measure("components", () => listComponents(ctx, { audit_id }));
  const [component] = (await listComponents(ctx, { audit_id })).components;
  await measure("issues in one component", () =>
    listFindings(ctx, { audit_id, limit: 25, component: component?.id ?? "" }),
  );
  for (const kind of ["new", "fixed", "regressed", "unchanged"] as const) {
    await measure(`diff, ${kind}`, () => listChanges(ctx, { audit_id, limit: 25, kind }));
    await measure(`diff, ${kind}, 100 from the middle`, () =>
      listChanges(ctx, { audit_id, limit: 100, kind, cursor: middle }),
    );
  }
  await measure("diff, another base, first page", () => listChanges(ctx, backwards), 1);
  await measure("diff, another base, later pages", () => listChanges(ctx, { ...backwards, cursor: middle }));
  await measure("issues, open", () => listFindings(ctx, { audit_id, limit: 25, status: "open" }));
  const slow = { audit_id, limit: 25, status: "ignored" } as const;
  await measure("issues, ignored (1 of 10,000)", () => listFindings(ctx, slow), slowRepeats);
  await measure("triage counts", () => countTriage(ctx, { audit_id }), slowRepeats);
};

const embedded = await openDatabase({ memory: true });
setDatabase(embedded);
await measureQueries(embedded);
await embedded.close();

const postgres = findPostgres();
if (postgres) {
  const server = await startPostgres(postgres);
  const real = await openDatabase({ url: server.url });
  setDatabase(real);
  await measureQueries(real);
  await real.close();
  await server.stop();
}
process.exit(0);
