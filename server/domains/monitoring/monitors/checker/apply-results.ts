import type { SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import type { CheckResult } from "../check/run-check";
import { assessCertificate, assessCheck, daysUntil } from "./assess-check";
import {
  type CheckRow,
  type Claim,
  firstFailure,
  lockClaimed,
  type MonitorChange,
  type MonitorRow,
  saveChecks,
} from "./check-tables";
import { notifyCertificate, notifyIncident, Recipients } from "./notify";

export interface ClaimedResult {
  claim: Claim;
  result: CheckResult;
}

interface AssessedCheck {
  monitor: MonitorRow;
  result: CheckResult;
  change: "down" | "up" | null;
  /** The threshold of the certificate warning that is due, in days before expiry; null if none is due. */
  warn: number | null;
  row: CheckRow | null;
  update: MonitorChange;
}

const hourMs = 3_600_000;

const toRow = (monitor_id: string, result: CheckResult): CheckRow | null =>
  result.outcome === "unsure"
    ? null
    : {
        id: newId(),
        monitor_id,
        checked_at: result.checked_at,
        hour: new Date(Math.floor(result.checked_at.getTime() / hourMs) * hourMs),
        ok: result.outcome === "ok",
        http_status: result.http_status,
        response_ms: result.response_ms,
        error: result.error,
      };

const assess = (monitor: MonitorRow, { claim, result }: ClaimedResult, now: Date, retryMs: number): AssessedCheck => {
  const { change, ...next } = assessCheck({ ...monitor, due_at: claim.due_at }, result, now, retryMs);
  const known = { expires_at: monitor.certificate_expires_at, warned: monitor.certificate_warned };
  const seen = result.certificate_expires_at;
  const { expires_at, warned, warn } = assessCertificate(known, seen, now, monitor.in_window);
  return {
    monitor,
    result,
    change,
    warn,
    row: toRow(monitor.id, result),
    update: { monitor_id: monitor.id, ...next, certificate_expires_at: expires_at, certificate_warned: warned },
  };
};

const openIncident = async (
  ctx: SystemCtx,
  recipients: Recipients,
  { monitor, result }: AssessedCheck,
): Promise<void> => {
  const started_at = await firstFailure(ctx.db, monitor.id, monitor.failures_in_row, result.checked_at);
  const error = result.error ?? "The check failed.";
  const incident = await ctx.db.monitorIncident.create({
    data: { id: newId(), org_id: monitor.org_id, monitor_id: monitor.id, started_at, error },
  });
  await notifyIncident(ctx, recipients, monitor, incident);
};

const endIncidents = async (
  ctx: SystemCtx,
  recipients: Recipients,
  { monitor, result }: AssessedCheck,
): Promise<void> => {
  const ended = await ctx.db.monitorIncident.updateManyAndReturn({
    where: { monitor_id: monitor.id, ended_at: null },
    data: { ended_at: result.checked_at },
  });
  for (const incident of ended) await notifyIncident(ctx, recipients, monitor, incident);
};

const notifyChange = async (
  ctx: SystemCtx,
  recipients: Recipients,
  assessed: AssessedCheck,
  now: Date,
): Promise<void> => {
  if (assessed.change === "down") await openIncident(ctx, recipients, assessed);
  if (assessed.change === "up") await endIncidents(ctx, recipients, assessed);
  const { certificate_expires_at: expires_at } = assessed.update;
  if (assessed.warn === null || !expires_at) return;
  const expiry = { expires_at, days: daysUntil(expires_at, now), step: assessed.warn };
  await notifyCertificate(ctx, recipients, assessed.monitor, expiry);
};

/**
 * Writes the results of many checks in one transaction: checks, rollups, states and, for every change of state, the
 * incident and notifications. A result whose claim is no longer valid is ignored, so that no result is counted twice.
 */
export const applyResults = (results: readonly ClaimedResult[], retryMs: number): Promise<void> =>
  inUnscopedTransaction(async (ctx) => {
    const now = new Date();
    const byId = new Map(results.map((one) => [one.claim.id, one]));
    const monitors = await lockClaimed(
      ctx.db,
      results.map(({ claim }) => claim),
    );
    const assessed = monitors.flatMap((monitor) => {
      const one = byId.get(monitor.id);
      return one ? [assess(monitor, one, now, retryMs)] : [];
    });
    if (assessed.length === 0) return;
    const recipients = new Recipients(ctx.db);
    for (const one of assessed)
      if (one.change !== null || one.warn !== null) await notifyChange(ctx, recipients, one, now);
    await saveChecks(
      ctx.db,
      assessed.flatMap(({ row }) => row ?? []),
      assessed.map(({ update }) => update),
    );
  });
