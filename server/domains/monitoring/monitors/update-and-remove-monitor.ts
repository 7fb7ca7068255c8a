import type { Prisma, UptimeMonitorSettings } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { getWebsite } from "@/server/domains/audits/websites";
import { assertRoomAtHost } from "./add-monitor";
import { assertKeywordFits, normaliseMonitorUrl, toStatuses } from "./check-input";
import type { ChangeMonitor, Monitor, MonitorId } from "./contract";
import { findMonitor } from "./find-monitor";
import { getMonitor } from "./get-monitor";

/** Time of a paused monitor's next check: so far in the future that the check is never due. */
const never = new Date("9999-12-31T00:00:00.000Z");

/** State of a monitor whose earlier results no longer apply. */
const initialState = { status: "pending", failures_in_row: 0, last_error: null } as const;

const endIncidents = ({ db, org_id }: Ctx, monitor_id: string) =>
  db.monitorIncident.updateMany({ where: { monitor_id, org_id, ended_at: null }, data: { ended_at: new Date() } });

type Wanted = Omit<ChangeMonitor, "id" | "paused">;

const toData = ({ url, expected_status, channels, ...rest }: Wanted) => ({
  ...rest,
  ...(url === undefined ? {} : { url: normaliseMonitorUrl(url) }),
  ...(expected_status === undefined ? {} : { expected_status: toStatuses(expected_status) }),
  ...(channels === undefined ? {} : { channels: [...new Set(channels)] }),
});

/**
 * Reports whether the request or the definition of success has changed, in which case earlier results no longer apply.
 */
const changesCheck = (before: UptimeMonitorSettings, after: ReturnType<typeof toData>): boolean =>
  (["url", "method", "keyword", "expected_status"] as const).some(
    (field) => after[field] !== undefined && String(after[field]) !== String(before[field]),
  );

interface Turn {
  /** Whether earlier results no longer apply, because the request changed or the monitor was paused or resumed. */
  startsOver: boolean;
  data: Prisma.UptimeMonitorSettingsUncheckedUpdateInput;
}

const turnOf = (
  before: UptimeMonitorSettings,
  after: ReturnType<typeof toData>,
  paused = before.paused_at !== null,
): Turn => {
  const isNew = changesCheck(before, after);
  const isTurned = paused !== (before.paused_at !== null);
  const hasRhythm = after.interval_seconds !== undefined && after.interval_seconds !== before.interval_seconds;
  return {
    startsOver: isNew || isTurned,
    data: {
      ...(isNew || isTurned ? initialState : {}),
      ...(isNew ? { certificate_expires_at: null, certificate_warned: null } : {}),
      ...(isTurned ? { paused_at: paused ? new Date() : null } : {}),
      ...(isNew || isTurned || hasRhythm ? { next_check_at: paused ? never : new Date() } : {}),
    },
  };
};

/**
 * Updates a monitor. Omitted fields keep their values. A new URL or interval, or a pause, takes effect immediately. If
 * earlier results no longer apply, an open incident ends without a notification.
 */
export const updateMonitor = async (ctx: Ctx, { id, paused, ...wanted }: ChangeMonitor): Promise<Monitor> => {
  const before = await findMonitor(ctx, id);
  const after = toData(wanted);
  assertKeywordFits(after.method ?? before.method, after.keyword === undefined ? before.keyword : after.keyword);
  if (after.website_id) await getWebsite(ctx, { id: after.website_id });
  if (after.url !== undefined && new URL(after.url).host !== new URL(before.url).host)
    await assertRoomAtHost(ctx, after.url);
  const { startsOver, data } = turnOf(before, after, paused);
  await ctx.db.uptimeMonitorSettings.update({
    where: { id, org_id: ctx.org_id },
    data: { ...(after as Prisma.UptimeMonitorSettingsUncheckedUpdateInput), ...data },
  });
  if (startsOver) await endIncidents(ctx, id);
  return getMonitor(ctx, { id });
};

/** Deletes a monitor with its checks, incidents and maintenance windows. */
export const removeMonitor = async (ctx: Ctx, { id }: MonitorId): Promise<{ id: string }> => {
  await findMonitor(ctx, id);
  await ctx.db.uptimeMonitorSettings.delete({ where: { id, org_id: ctx.org_id } });
  return { id };
};
