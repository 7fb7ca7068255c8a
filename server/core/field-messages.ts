import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;
type Size = { origin: string; inclusive?: boolean | undefined; exact?: boolean | undefined };

const nouns: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  date: "a date",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formats: Record<string, string> = {
  email: "an email address, such as name@example.org",
  url: "a URL, such as https://example.org/",
  uuid: "a UUID",
  datetime: "a date and time, such as 2026-01-31T09:00:00Z",
  date: "a date, such as 2026-01-31",
  time: "a time, such as 09:00:00",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  cidrv4: "an IPv4 range, such as 192.0.2.0/24",
  cidrv6: "an IPv6 range, such as 2001:db8::/32",
  base64: "base64",
  json_string: "JSON",
};

const units: Record<string, [one: string, many: string]> = {
  string: ["character", "characters"],
  array: ["item", "items"],
  set: ["item", "items"],
  map: ["entry", "entries"],
  record: ["entry", "entries"],
  object: ["field", "fields"],
  file: ["byte", "bytes"],
};

const listOf = (values: readonly unknown[]): string => {
  const texts = values.map((value) => (typeof value === "string" && value !== "" ? value : JSON.stringify(value)));
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
};

const limitOf = (origin: string, limit: number | bigint): string =>
  origin === "date" ? new Date(Number(limit)).toISOString() : String(limit);

const tooSmall = ({ origin, inclusive, exact }: Size, minimum: number | bigint): string => {
  const unit = units[origin];
  if (!unit) return `Must be ${inclusive === false ? "more than" : "at least"} ${limitOf(origin, minimum)}.`;
  const count = `${minimum} ${Number(minimum) === 1 ? unit[0] : unit[1]}`;
  if (exact) return `Must have exactly ${count}.`;
  return Number(minimum) === 1 ? "Must not be empty." : `Must have at least ${count}.`;
};

const tooBig = ({ origin, inclusive, exact }: Size, maximum: number | bigint): string => {
  const unit = units[origin];
  if (!unit) return `Must be ${inclusive === false ? "less than" : "at most"} ${limitOf(origin, maximum)}.`;
  return `Must have ${exact ? "exactly" : "at most"} ${maximum} ${Number(maximum) === 1 ? unit[0] : unit[1]}.`;
};

const wrongFormat = (issue: Issue & { code: "invalid_format" }): string => {
  const known = formats[issue.format];
  if (known) return `Must be ${known}.`;
  for (const [key, verb] of [
    ["prefix", "start with"],
    ["suffix", "end with"],
    ["includes", "contain"],
  ] as const)
    if (typeof issue[key] === "string") return `Must ${verb} "${issue[key]}".`;
  return issue.pattern ? `Must match the pattern ${issue.pattern}.` : "The format is invalid.";
};

/**
 * Describes the error in a field for the person who filled in the form or called the API. Applies only to schemas
 * without messages of their own. Returns null for issues that only the schema's author can describe.
 */
export const describeIssue = (issue: Issue): string | null => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `This field is required (${issue.expected}).`
        : `Must be ${nouns[issue.expected] ?? issue.expected}.`;
    case "too_small":
      return tooSmall(issue, issue.minimum);
    case "too_big":
      return tooBig(issue, issue.maximum);
    case "invalid_format":
      return wrongFormat(issue);
    case "not_multiple_of":
      return `Must be a multiple of ${issue.divisor}.`;
    case "invalid_value":
      return `Must be ${issue.values.length > 1 ? "one of " : ""}${listOf(issue.values)}.`;
    case "invalid_union":
      return Array.isArray(issue.options)
        ? `Must be one of ${listOf(issue.options)}.`
        : "Must match one of the allowed formats.";
    case "unrecognized_keys":
      return `Unknown ${issue.keys.length > 1 ? "fields" : "field"}: ${issue.keys.join(", ")}.`;
    case "invalid_key":
      return "Contains a key that isn't allowed.";
    case "invalid_element":
      return "Contains an invalid item.";
    default:
      return null;
  }
};
