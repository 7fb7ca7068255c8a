/** OIDs of types, from pg_type.dat. They are the same in every version of PostgreSQL. */
const oid = {
  bytea: 17,
  int8: 20,
  json: 114,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  jsonb: 3802,
};

const parseBigint = (text: string): number | string => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
};

const asText = (text: string): string => text;

/** Parsers for the types on which the two drivers disagree; all other types are left to the driver. */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [oid.bytea]: (text) => Buffer.from(text.slice(2), "hex"),
  [oid.int8]: parseBigint,
  [oid.json]: (text) => JSON.parse(text),
  [oid.jsonb]: (text) => JSON.parse(text),
  [oid.date]: asText,
  [oid.interval]: asText,
  [oid.timestamp]: (text) => new Date(`${text.replace(" ", "T")}Z`),
  [oid.timestamptz]: (text) => new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")),
};

/**
 * Converts a parameter so that both drivers send it in the same form: dates in UTC, plain objects as JSON, `undefined`
 * as null.
 */
export const toParameter = (value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(toParameter);
  return typeof value === "object" ? JSON.stringify(value) : value;
};
