/** Memory use and speed of exports of 1,000,000 nodes, each in a separate process, on both databases */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { runAttached } from "@/scripts/support/run-attached";
import { openDatabase, setDatabase } from "@/server/adapters/database";
import type { CallContext, Ctx } from "@/server/core/context";
import { streamResponse } from "@/server/core/stream";
import { ExportFormat } from "@/server/domains/audits/results/contract";
import { exportAudit } from "@/server/domains/audits/results/exports/export-audit";
import { findPostgres, startPostgres } from "@/tests/support/postgres";
import { seedAudits } from "./support/seed-audits";

const nodes = Number(process.env["BENCH_NODES"] ?? 1_000_000);
const megabyte = 1_000_000;
const warmUpChunks = 20;

const Task = z.object({
  place: z.object({ url: z.string() }).or(z.object({ dataDir: z.string() })),
  org_id: z.string(),
  audit_id: z.string(),
  format: ExportFormat,
});
type Task = z.infer<typeof Task>;
type Place = Task["place"];

/** Reads an export, or only its first chunks. Returns the number of bytes read and the peak memory use. */
const read = async (ctx: Ctx, { audit_id, format }: Task, chunks = Number.POSITIVE_INFINITY) => {
  const call = { call: { id: "bench", method: "GET" }, reply: { headers: new Headers() } } as unknown as CallContext;
  const response = await streamResponse(call, await exportAudit(ctx, { audit_id, format }));
  let [bytes, highest, count] = [0, process.memoryUsage.rss(), 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    highest = Math.max(highest, process.memoryUsage.rss());
    count += 1;
    if (count === chunks) break;
  }
  return { bytes, highest };
};

const measure = async (task: Task): Promise<void> => {
  const database = await openDatabase(task.place);
  setDatabase(database);
  const ctx = { db: database.prisma, org_id: task.org_id } as unknown as Ctx;
  const cold = process.memoryUsage.rss();
  await read(ctx, task, warmUpChunks);
  const warm = process.memoryUsage.rss();
  const started = performance.now();
  const { bytes, highest } = await read(ctx, task);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1).padStart(6);
  const size = String(Math.round(bytes / megabyte)).padStart(5);
  const [growth, all] = [highest - warm, highest - cold].map((by) => String(Math.round(by / megabyte)).padStart(4));
  console.log(
    `  ${task.format.padEnd(6)} ${size} MB in ${seconds} s   RSS +${growth} MB, or +${all} MB including the first use of all code`,
  );
  await database.close();
};

const measureFormats = async (place: Place): Promise<void> => {
  const database = await openDatabase(place);
  const { ctx, audit_id } = await seedAudits(database, nodes);
  await database.close();
  console.log(`${database.kind}: ${nodes.toLocaleString("en")} nodes`);
  for (const format of ExportFormat.options) {
    const task: Task = { place, org_id: ctx.org_id, audit_id, format };
    const self = ["--import", "tsx", fileURLToPath(import.meta.url), JSON.stringify(task)];
    const code = await runAttached(process.execPath, self);
    if (code !== 0) throw new Error(`The ${format} export exited with code ${code}.`);
  }
};

const measureDatabases = async (): Promise<void> => {
  const wanted = process.env["BENCH_DATABASE"];
  const postgres = findPostgres();
  if (postgres && wanted !== "pglite") {
    const server = await startPostgres(postgres);
    await measureFormats({ url: server.url }).finally(server.stop);
  }
  if (wanted === "postgresql") return;
  const dataDir = mkdtempSync(join(tmpdir(), "curbcut-bench-"));
  await measureFormats({ dataDir }).finally(() => rmSync(dataDir, { recursive: true, force: true }));
};

const [task] = process.argv.slice(2);
await (task ? measure(Task.parse(JSON.parse(task))) : measureDatabases());
process.exit(0);
