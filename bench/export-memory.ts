/** Memory and speed of exports of 1,000,000 nodes, on both databases */
import { type Database, openDatabase, setDatabase } from "@/server/adapters/database";
import type { CallContext } from "@/server/core/context";
import { streamResponse } from "@/server/core/stream";
import { ExportFormat } from "@/server/features/results/contract";
import { exportAudit } from "@/server/features/results/exports/export-audit";
import { findPostgres, startPostgres } from "@/tests/support/postgres";
import { seedAudits } from "./support/seed-audits";

const nodes = Number(process.env["BENCH_NODES"] ?? 1_000_000);
const megabyte = 1_000_000;
const sampleEvery_ms = 50;

const highestWhile = async (work: () => Promise<void>): Promise<number> => {
  let highest = 0;
  const sample = () => {
    highest = Math.max(highest, process.memoryUsage().rss);
  };
  const timer = setInterval(sample, sampleEvery_ms);
  await work();
  sample();
  clearInterval(timer);
  return highest;
};

const ask = async (database: Database): Promise<void> => {
  const { ctx, audit_id } = await seedAudits(database, nodes);
  console.log(`${database.kind}: ${nodes.toLocaleString("en")} nodes`);
  for (const format of ExportFormat.options) {
    const call = { call: { id: "bench", method: "GET" }, reply: { headers: new Headers() } } as unknown as CallContext;
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const started = performance.now();
    let bytes = 0;
    const highest = await highestWhile(async () => {
      const response = await streamResponse(call, await exportAudit(ctx, { audit_id, format }));
      for await (const chunk of response.body ?? []) bytes += chunk.length;
    });
    const seconds = (performance.now() - started) / 1_000;
    const growth = Math.round((highest - before) / megabyte);
    const size = Math.round(bytes / megabyte);
    console.log(
      `  ${format.padEnd(6)} ${String(size).padStart(5)} MB in ${seconds.toFixed(1).padStart(6)} s   RSS +${growth} MB`,
    );
  }
};

const wanted = process.env["BENCH_DATABASE"];
const postgres = findPostgres();
if (postgres && wanted !== "pglite") {
  const server = await startPostgres(postgres);
  const real = await openDatabase({ url: server.url });
  setDatabase(real);
  await ask(real);
  await real.close();
  await server.stop();
}
if (wanted !== "postgresql") {
  const embedded = await openDatabase({ memory: true });
  setDatabase(embedded);
  await ask(embedded);
  await embedded.close();
}
process.exit(0);
