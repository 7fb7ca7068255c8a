import type { AppError } from "@/server/core/errors";
import { readReady } from "@/server/domains/operations/health/read-health";
import { reportJobsHealth } from "@/server/endpoint/jobs-health";

/** Runs in a separate process, because a process reads its settings only once. */
reportJobsHealth(() => ({ kind: "embedded", ok: true }));
const reply = await readReady().then(
  (parts) => ({ code: null, parts }),
  (error: unknown) => ({ code: (error as AppError).code, parts: (error as AppError).details }),
);
process.stdout.write(JSON.stringify(reply), () => process.exit(0));
