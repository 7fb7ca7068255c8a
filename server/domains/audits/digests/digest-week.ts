import { instantOf, wallOf } from "@/server/core/wall-clock";

const dayMs = 86_400_000;
const monday = 1;
/** Earliest local hour at which a digest is sent. */
const morning = 8;

export interface DigestWeek {
  /** Date of the Monday after the week, as YYYY-MM-DD. It identifies the digest. */
  name: string;
  /** Midnight at the start of the week; `to` is midnight at the end of the week. */
  from: Date;
  to: Date;
}

/** Returns the week to report on if it is 08:00 or later on a Monday in this time zone; otherwise null. */
export const digestWeek = (zone: string, now: Date): DigestWeek | null => {
  const wall = wallOf(zone, now);
  if (wall.getUTCDay() !== monday || wall.getUTCHours() < morning) return null;
  const name = wall.toISOString().slice(0, 10);
  const midnight = Date.parse(name);
  return { name, from: instantOf(zone, new Date(midnight - 7 * dayMs)), to: instantOf(zone, new Date(midnight)) };
};

/** Reports whether it is currently Monday in any time zone. */
export const isMondaySomewhere = (now: Date): boolean =>
  [now.getTime() - dayMs / 2, now.getTime() + (14 / 24) * dayMs].some((ms) => new Date(ms).getUTCDay() === monday);
