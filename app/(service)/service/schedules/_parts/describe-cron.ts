import { months, schedules, weekdays } from "@/app/_texts/schedules";

const { words } = schedules;

interface Field {
  first: number;
  last: number;
  /** Names that stand for the numbers from `first` on. */
  names?: readonly string[];
}

const monthNames = months.map((name) => name.slice(0, 3).toUpperCase());
const dayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const fields = {
  minute: { first: 0, last: 59 },
  hour: { first: 0, last: 23 },
  date: { first: 1, last: 31 },
  month: { first: 1, last: 12, names: monthNames },
  day: { first: 0, last: 7, names: dayNames },
} satisfies Record<string, Field>;

const numberOf = (text: string, { first, last, names = [] }: Field): number | null => {
  const named = names.indexOf(text.toUpperCase());
  const number = named >= 0 ? named + first : /^\d{1,2}$/.test(text) ? Number(text) : null;
  return number !== null && number >= first && number <= last ? number : null;
};

const readPart = (part: string, field: Field): number[] | null => {
  const [, from = "", to = from, step = "1"] = /^([^-/]+)(?:-([^-/]+))?(?:\/(\d{1,2}))?$/.exec(part) ?? [];
  const [low, high] = from === "*" ? [field.first, field.last] : [numberOf(from, field), numberOf(to, field)];
  const by = Number(step);
  if (low === null || high === null || low > high || by === 0) return null;
  return Array.from({ length: Math.floor((high - low) / by) + 1 }, (_, index) => low + index * by);
};

/** Its numbers, "all" for a star, null for what these words have no place for. */
const readField = (text: string, field: Field): number[] | "all" | null => {
  if (text === "*") return "all";
  const parts = text.split(",").map((part) => readPart(part, field));
  if (parts.some((part) => part === null)) return null;
  return [...new Set(parts.flatMap((part) => part ?? []))].sort((a, b) => a - b);
};

const two = (number: number): string => String(number).padStart(2, "0");

const isRow = (numbers: readonly number[]): boolean =>
  numbers.length > 2 && numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);

const say = (numbers: readonly number[], nameOf: (number: number) => string): string => {
  const names = numbers.map(nameOf);
  return isRow(numbers) ? words.range(names[0] ?? "", names.at(-1) ?? "") : words.list(names);
};

/** Clock times that a sentence still holds. */
const mostTimes = 6;

const sayTime = (minutes: number[] | "all", hours: number[] | "all", step: number | null): string => {
  if (minutes === "all" || (hours === "all" && step)) return words.everyMinutes(step ?? 1);
  const [minute = 0] = minutes;
  if (hours === "all")
    return minutes.length === 1 ? words.everyHour(minute) : words.minutesOf(say(minutes, String), null);
  const times = hours.flatMap((hour) => minutes.map((each) => `${two(hour)}:${two(each)}`));
  return times.length <= mostTimes ? words.at(times) : words.minutesOf(say(minutes, String), say(hours, String));
};

const weekdayOf = (day: number): number => (day === 0 ? 7 : day);

const sayDays = (days: number[]): string => {
  const known = [...new Set(days.map(weekdayOf))].sort((a, b) => a - b);
  return known.length === 7 ? words.everyDay : words.onDays(say(known, (day) => weekdays[day - 1] ?? ""));
};

const sayDates = (dates: number[] | "last"): string =>
  dates === "last" ? words.onLastDate : words.onDates(say(dates, String));

const sayWhen = (dates: number[] | "all" | "last", days: number[] | "all"): string => {
  if (dates === "all") return days === "all" ? words.everyDay : sayDays(days);
  return days === "all" ? sayDates(dates) : words.both(sayDates(dates), sayDays(days));
};

/** A cron line in plain words; null when it can't be read, or says more than these words can. */
export const describeCron = (line: string): string | null => {
  const parts = line.trim().split(/\s+/);
  const [minute = "", hour = "", date = "", month = "", day = ""] = parts;
  const minutes = readField(minute, fields.minute);
  const hours = readField(hour, fields.hour);
  const dates = date.toUpperCase() === "L" ? "last" : readField(date, fields.date);
  const inMonths = readField(month, fields.month);
  const days = readField(day, fields.day);
  if (parts.length !== 5 || !minutes || !hours || !dates || !inMonths || !days) return null;
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  const even = step && 60 % Number(step) === 0 ? Number(step) : null;
  const said = [sayTime(minutes, hours, even), sayWhen(dates, days)];
  if (inMonths !== "all") said.push(words.inMonths(say(inMonths, (number) => months[number - 1] ?? "")));
  return said.join(", ");
};
