import type { Prisma, UptimeMonitorSettings } from "@/server/adapters/database/generated/client";
import type { Ctx, Db } from "@/server/core/context";
import { getWebsite } from "@/server/features/websites";
import { assertKeywordFits, tidyAddress, toStatuses } from "./check-input";
import type { ChangeMonitor, Monitor } from "./contract";
import { findMonitor } from "./find-monitor";
import { getMonitor } from "./get-monitor";

/** A paused monitor is never due. */
const never = new Date("9999-12-31T00:00:00.000Z");

/** What was known is no longer so. */
const startAnew = { status: "pending", failures_in_row: 0, last_error: null } as const;

const endIncidents = (db: Db, monitor_id: string) =>
  db.monitorIncident.updateMany({ where: { monitor_id, ended_at: null }, data: { ended_at: new Date() } });

type Wanted = Omit<ChangeMonitor, "id" | "paused">;

const toData = ({ url, expected_status, channels, ...rest }: Wanted) => ({
  ...rest,
  ...(url === undefined ? {} : { url: tidyAddress(url) }),
  ...(expected_status === undefined ? {} : { expected_status: toStatuses(expected_status) }),
  ...(channels === undefined ? {} : { channels: [...new Set(channels)] }),
});

/** What is asked, and what counts as an answer: with another one the results so far mean nothing. */
const asksOtherwise = (before: UptimeMonitorSettings, after: ReturnType<typeof toData>): boolean =>
  (["url", "method", "keyword", "expected_status"] as const).some(
    (field) => after[field] !== undefined && String(after[field]) !== String(before[field]),
  );

interface Turn {
  /** Another question, or a pause begun or ended: what was known is no longer so. */
  startsAnew: boolean;
  data: Prisma.UptimeMonitorSettingsUncheckedUpdateInput;
}

const turnOf = (
  before: UptimeMonitorSettings,
  after: ReturnType<typeof toData>,
  paused = before.paused_at !== null,
): Turn => {
  const isNew = asksOtherwise(before, after);
  const isTurned = paused !== (before.paused_at !== null);
  const hasRhythm = after.interval_seconds !== undefined && after.interval_seconds !== before.interval_seconds;
  return {
    startsAnew: isNew || isTurned,
    data: {
      ...(isNew || isTurned ? startAnew : {}),
      ...(isNew ? { certificate_expires_at: null, certificate_warned: null } : {}),
      ...(isTurned ? { paused_at: paused ? new Date() : null } : {}),
      ...(isNew || isTurned || hasRhythm ? { next_check_at: paused ? never : new Date() } : {}),
    },
  };
};

/** What is left out stays. Another address, rhythm or pause counts at once; an open incident ends without a word. */
export const changeMonitor = async (ctx: Ctx, { id, paused, ...wanted }: ChangeMonitor): Promise<Monitor> => {
  const before = await findMonitor(ctx, id);
  const after = toData(wanted);
  assertKeywordFits(after.method ?? before.method, after.keyword === undefined ? before.keyword : after.keyword);
  if (after.website_id) await getWebsite(ctx, { id: after.website_id });
  const { startsAnew, data } = turnOf(before, after, paused);
  await ctx.db.uptimeMonitorSettings.update({
    where: { id },
    data: { ...(after as Prisma.UptimeMonitorSettingsUncheckedUpdateInput), ...data },
  });
  if (startsAnew) await endIncidents(ctx.db, id);
  return getMonitor(ctx, { id });
};
