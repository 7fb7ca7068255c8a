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
 * An IANA time zone as its database spells it, or null when there is none of this name. Offsets such as `+02:00` are
 * none: they know no summer.
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

/** What the clock on the wall shows at a moment, as a Date whose UTC fields are that. To the second. */
export const wallOf = (zone: string, at: Date): Date => {
  const field: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) field[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
};

const offsetAt = (zone: string, ms: number): number => wallOf(zone, new Date(ms)).getTime() - ms;

/** The first minute after a gap, which lies between two moments of whole minutes. */
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
 * The moment at which the wall clock first shows this whole minute. A time that is skipped in the night the clocks go
 * forward stands for the moment of the change; of one that comes twice, the first is meant. Later times never give
 * earlier moments.
 */
export const instantOf = (zone: string, wall: Date): Date => {
  const shown = wall.getTime();
  const before = shown - offsetAt(zone, shown - dayMs);
  const after = shown - offsetAt(zone, shown + dayMs);
  const found = [before, after].find((ms) => shown - ms === offsetAt(zone, ms));
  return new Date(found ?? endOfGap(zone, after, before));
};
