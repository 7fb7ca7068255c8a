import { GoogleProblem } from "./problem";

const dimensions = ["date", "query", "page", "country", "device"] as const;
type Dimension = (typeof dimensions)[number];

/** One day's figures for one query, in one combination of dimensions. */
export type Fact = Record<Dimension, string> & { clicks: number; impressions: number; position: number };

const dayOf = (start: string, add: number): string => {
  const day = new Date(`${start}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + add);
  return day.toISOString().slice(0, 10);
};

const ago = 80;
const today = new Date().toISOString().slice(0, 10);

/** Returns the date of the day with this index in the figures; day 0 is eighty days ago. */
export const dayOfFacts = (index: number): string => dayOf(today, index - ago);

/** Returns figures for `searches` different queries on each of `days` days; query 1 has the most clicks. */
export const makeFacts = (days: number, searches: number): Fact[] =>
  Array.from({ length: days * searches }, (_, index) => {
    const rank = (index % searches) + 1;
    return {
      date: dayOfFacts(Math.floor(index / searches)),
      query: `search ${rank}`,
      page: `https://shop.example/${rank % 7}`,
      country: ["usa", "deu", "gbr"][rank % 3] ?? "usa",
      device: ["MOBILE", "DESKTOP", "TABLET"][rank % 3] ?? "MOBILE",
      clicks: searches - rank + 1,
      impressions: (searches - rank + 1) * 10,
      position: rank,
    };
  });

const known = ["startDate", "endDate", "dimensions", "rowLimit", "startRow", "type", "dataState", "aggregationType"];

const wrong = (message: string): never => {
  throw new GoogleProblem(400, { reason: "invalidParameter", status: "INVALID_ARGUMENT", message });
};

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && dayOf(value, 0) === value;

const isWhole = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

const readDimensions = (given: unknown): Dimension[] => {
  if (!Array.isArray(given)) return wrong("'dimensions' is not a list.");
  for (const one of given) if (!dimensions.includes(one)) wrong(`Invalid value at 'dimensions': "${one}"`);
  if (new Set(given).size !== given.length) wrong("Duplicate dimensions are not allowed.");
  return given;
};

/** Parses a query as Google does: https://developers.google.com/webmaster-tools/v1/searchanalytics/query */
const readQuery = (body: Record<string, unknown>) => {
  for (const key of Object.keys(body)) if (!known.includes(key)) wrong(`Unknown name "${key}": Cannot find field.`);
  const { startDate, endDate, rowLimit = 1_000, startRow = 0 } = body;
  if (!isDay(startDate)) return wrong("'startDate' is required and must be YYYY-MM-DD.");
  if (!isDay(endDate)) return wrong("'endDate' is required and must be YYYY-MM-DD.");
  if (endDate < startDate) wrong("'startDate' must be before or equal to 'endDate'.");
  if (!isWhole(rowLimit, 1, 25_000)) return wrong("Row limit must be between 1 and 25000.");
  if (!isWhole(startRow, 0, Number.MAX_SAFE_INTEGER)) return wrong("'startRow' must not be negative.");
  return { startDate, endDate, rowLimit, startRow, by: readDimensions(body["dimensions"] ?? []) };
};

const rowOf = (keys: string[], facts: readonly Fact[]) => {
  const clicks = facts.reduce((sum, fact) => sum + fact.clicks, 0);
  const impressions = facts.reduce((sum, fact) => sum + fact.impressions, 0);
  const places = facts.reduce((sum, fact) => sum + fact.position * fact.impressions, 0);
  const row = { clicks, impressions, ctr: clicks / impressions, position: places / impressions };
  return keys.length > 0 ? { keys, ...row } : row;
};

/**
 * Returns Google's response to a query: sorted by date if it is grouped by date, otherwise by clicks, highest first.
 */
export const answerQuery = (facts: readonly Fact[], body: Record<string, unknown>) => {
  const { startDate, endDate, rowLimit, startRow, by } = readQuery(body);
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    if (fact.date < startDate || fact.date > endDate) continue;
    const key = JSON.stringify(by.map((dimension) => fact[dimension]));
    groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  const rows = [...groups].map(([key, group]) => rowOf(JSON.parse(key) as string[], group));
  const sorted = by.includes("date")
    ? rows.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
    : rows.toSorted((one, other) => other.clicks - one.clicks);
  const page = sorted.slice(startRow, startRow + rowLimit);
  return {
    ...(page.length > 0 ? { rows: page } : {}),
    responseAggregationType: by.includes("page") ? "byPage" : "byProperty",
  };
};
