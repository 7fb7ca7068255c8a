import { getDatabase } from "@/server/adapters/database";
import type { Ctx } from "@/server/core/context";
import { invalidInput } from "@/server/core/problem";
import { getWebsite } from "@/server/domains/audits/websites";
import { devices, type GetSummary, mostDays, type Summary } from "./contract";
import { emptyGroup, readGroups } from "./read-groups";

const dayMs = 86_400_000;
const usualDays = 28;
const firstDay = "2000-01-01";

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const rangeOf = ({ from, to }: GetSummary): { from: string; to: string; days: string[] } => {
  const last = to ?? dayOf(Date.now());
  const first = from ?? dayOf(Math.max(Date.parse(last) - (usualDays - 1) * dayMs, Date.parse(firstDay)));
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
  if (first < firstDay) throw invalidInput([{ path: "from", message: `Must be ${firstDay} or later.` }]);
  if (count < 1) throw invalidInput([{ path: "from", message: "Must not be after the last day." }]);
  if (count > mostDays) throw invalidInput([{ path: "from", message: `The range is limited to ${mostDays} days.` }]);
  const days = Array.from({ length: count }, (_, index) => dayOf(Date.parse(first) + index * dayMs));
  return { from: first, to: last, days };
};

const shareOf = (count: number, all: number): number | null =>
  all === 0 ? null : Math.round((count / all) * 10_000) / 10_000;

/** Returns the share of the beacons from these days that was stored; null if none arrived. */
const readStoredShare = async (db: Ctx["db"], website_id: string, from: string, to: string): Promise<number | null> => {
  const { _sum } = await db.rumCount.aggregate({
    where: { website_id, day: { gte: new Date(from), lte: new Date(to) } },
    _sum: { received: true, stored: true },
  });
  return shareOf(Number(_sum.stored ?? 0), Number(_sum.received ?? 0));
};

/**
 * Returns the measurements of real visits: from the rollups and, for the time since the last rollup, from the events.
 */
export const getSummary = async (ctx: Ctx, input: GetSummary): Promise<Summary> => {
  const { website_id, page, device } = input;
  await getWebsite(ctx, { id: website_id });
  const { from, to, days } = rangeOf(input);
  const { sql } = await getDatabase();
  const groups = await readGroups(sql, { website_id, from, to, page: page ?? null, device: device ?? null });
  const { figures: overall, reduced_motion, forced_colours } = groups.overall.get("") ?? emptyGroup();
  return {
    website_id,
    from,
    to,
    overall,
    reduced_motion_share: shareOf(reduced_motion, overall.beacons),
    forced_colours_share: shareOf(forced_colours, overall.beacons),
    stored_share: await readStoredShare(ctx.db, website_id, from, to),
    days: days.map((day) => ({ ...(groups.day.get(day) ?? emptyGroup()).figures, day })),
    devices: devices.flatMap((each) => {
      const group = groups.device.get(each);
      return group ? [{ ...group.figures, device: each }] : [];
    }),
    pages: [...groups.page]
      .map(([path, { figures }]) => ({ ...figures, page: path.startsWith("/") ? path : null }))
      .sort((a, b) => b.beacons - a.beacons),
  };
};
