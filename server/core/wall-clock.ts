const dayMs = 86_400_000;
const minuteMs = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, format);
  return format;
};

/**
 * Returns the name of an IANA time zone as spelt in the time zone database (an alias is returned as given), or null
 * if the time zone doesn't exist. Also returns null for offsets such as `+02:00`, because they have no daylight saving
 * time.
 */
export const findZone = (name: string): string | null => {
  if (!/^[A-Za-z][\w+\-/]{1,63}$/.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
};

/** Converts a moment to local time in a zone, returned in the UTC fields of a Date. Precise to the second. */
export const wallOf = (zone: string, at: Date): Date => {
  const field: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) field[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
};

const offsetAt = (zone: string, ms: number): number => wallOf(zone, new Date(ms)).getTime() - ms;

/** Returns the moment between `from` and `to` at which the clocks go forward. `from` and `to` must be whole minutes. */
const endOfGap = (zone: string, from: number, to: number): number => {
  const before = offsetAt(zone, from);
  let [low, high] = [from, to];
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / minuteMs / 2) * minuteMs;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
};

/**
 * Returns the moment at which a local clock first shows this whole minute. A time that is skipped when the clocks go
 * forward maps to the moment of the change. A later local time never maps to an earlier moment.
 */
export const instantOf = (zone: string, wall: Date): Date => {
  const shown = wall.getTime();
  const before = shown - offsetAt(zone, shown - dayMs);
  const after = shown - offsetAt(zone, shown + dayMs);
  const found = [before, after].find((ms) => shown - ms === offsetAt(zone, ms));
  return new Date(found ?? endOfGap(zone, after, before));
};
