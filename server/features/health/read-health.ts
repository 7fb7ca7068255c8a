import { getDatabase } from "@/server/adapters/database";
import { getScanner } from "@/server/adapters/scanner";
import { getStore } from "@/server/adapters/store";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { jobsHealth } from "@/server/core/jobs-health";
import { log } from "@/server/core/log";
import type { Ready } from "./contract";

export const readAlive = async (): Promise<{ status: "alive" }> => ({ status: "alive" });

/** A part that does not answer within this many milliseconds is not ready. */
const patience = 3_000;

const probe = async (
  name: string,
  kind: string,
  ask: () => Promise<unknown>,
): Promise<{ ok: boolean; kind: string }> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), patience);
  });
  try {
    await Promise.race([ask(), timeout]);
    return { ok: true, kind };
  } catch (error) {
    log.warn({ err: error }, `${name} is not ready`);
    return { ok: false, kind };
  } finally {
    clearTimeout(timer);
  }
};

const needed = (ok: boolean): void => {
  if (!ok) throw new Error("unhealthy");
};

/** Whether every part that an audit needs answers; `unavailable` with the same table when one does not. */
export const readReady = async (): Promise<Ready> => {
  const store = getStore();
  const scanner = getScanner();
  const [database, jobs, storing, scanning] = await Promise.all([
    probe("the database", env.DATABASE_URL ? "postgresql" : "pglite", async () => {
      await (await getDatabase()).sql.query("SELECT 1");
    }),
    probe("the job runner", jobsHealth().kind, async () => needed(jobsHealth().ok)),
    probe("the object store", store.kind, () => store.check()),
    probe("the scanner", scanner.kind, async () => needed(await scanner.healthy())),
  ]);
  const ready = { database, jobs, store: storing, scanner: scanning };
  if (Object.values(ready).some((part) => !part.ok))
    throw new AppError("unavailable", "Not every part is ready.", ready);
  return ready;
};
