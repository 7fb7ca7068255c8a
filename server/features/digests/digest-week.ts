import { instantOf, wallOf } from "@/server/core/wall-clock";

const dayMs = 86_400_000;
const monday = 1;
/** Hour of the morning from which a digest is mailed. */
const morning = 8;

export interface DigestWeek {
  /** Monday after the week, as YYYY-MM-DD: names the digest. */
  name: string;
  /** The seven days up to that Monday's midnight. */
  from: Date;
  to: Date;
}

/** The week to tell of on a Monday from eight o'clock on, as the clock shows it there; null at any other time. */
export const digestWeek = (zone: string, now: Date): DigestWeek | null => {
  const wall = wallOf(zone, now);
  if (wall.getUTCDay() !== monday || wall.getUTCHours() < morning) return null;
  const name = wall.toISOString().slice(0, 10);
  const midnight = Date.parse(name);
  return { name, from: instantOf(zone, new Date(midnight - 7 * dayMs)), to: instantOf(zone, new Date(midnight)) };
};

/** Whether it is Monday anywhere on earth. */
export const isMondaySomewhere = (now: Date): boolean =>
  [now.getTime() - dayMs / 2, now.getTime() + (14 / 24) * dayMs].some((ms) => new Date(ms).getUTCDay() === monday);
