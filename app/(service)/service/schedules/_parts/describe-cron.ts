import { formatList, monthNames, weekdayNames } from "@/messages/runtime/formats";
import { schedules } from "@/messages/texts/schedules";

const { words } = schedules;

interface Field {
  first: number;
  last: number;
  /** Names that can be used instead of the numbers, in order, starting with the one for `first`. */
  names?: readonly string[];
}

const monthCodes = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const dayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const fields = {
  minute: { first: 0, last: 59 },
  hour: { first: 0, last: 23 },
  date: { first: 1, last: 31 },
  month: { first: 1, last: 12, names: monthCodes },
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

/** Returns a field's numbers, "all" for an asterisk, or null for syntax that can't be described here. */
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
  return isRow(numbers) ? words.range({ first: names[0] ?? "", last: names.at(-1) ?? "" }) : formatList(names);
};

/** Maximum number of clock times in one sentence. */
const mostTimes = 6;

const sayTime = (minutes: number[] | "all", hours: number[] | "all", step: number | null): string => {
  if (minutes === "all" || (hours === "all" && step)) return words.everyMinutes({ step: step ?? 1 });
  const [minute = 0] = minutes;
  const past = { minutes: say(minutes, String), single: minutes.length === 1 && minute === 1 };
  if (hours === "all") return minutes.length === 1 ? words.everyHour({ minute }) : words.pastEveryHour(past);
  const times = hours.flatMap((hour) => minutes.map((each) => `${two(hour)}:${two(each)}`));
  return times.length <= mostTimes
    ? words.at({ times: formatList(times) })
    : words.pastHours({ ...past, hours: say(hours, String) });
};

const weekdayOf = (day: number): number => (day === 0 ? 7 : day);

const sayDays = (days: number[]): string => {
  const known = [...new Set(days.map(weekdayOf))].sort((a, b) => a - b);
  if (known.length === 7) return words.everyDay;
  const names = weekdayNames();
  const said = say(known, (day) => names[day - 1] ?? "");
  return isRow(known) ? said : words.onDays({ days: said });
};

const sayDates = (dates: number[] | "last"): string =>
  dates === "last" ? words.onLastDate : words.onDates({ count: dates.length, dates: say(dates, String) });

const sayWhen = (dates: number[] | "all" | "last", days: number[] | "all"): string => {
  if (dates === "all") return days === "all" ? words.everyDay : sayDays(days);
  return days === "all" ? sayDates(dates) : words.both({ dates: sayDates(dates), days: sayDays(days) });
};

const sayMonths = (numbers: readonly number[]): string => {
  const names = monthNames();
  const said = say(numbers, (number) => names[number - 1] ?? "");
  return isRow(numbers) ? said : words.inMonths({ names: said });
};

/**
 * Returns a description of a cron expression in plain words, or null if the expression is invalid or too complex to
 * describe.
 */
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
  if (inMonths !== "all") said.push(sayMonths(inMonths));
  return said.join(", ");
};
