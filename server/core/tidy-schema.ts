type Json = Record<string, unknown>;

/** zod prints a regular expression beside these; the format says it all, and not every client's engine takes them. */
const formats = new Set(["uuid", "date-time", "email", "uri"]);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const tidyValue = (key: string, value: unknown): unknown => {
  if (key === "properties" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, tidySchema(schema)]));
  return tidySchema(value);
};

/** A JSON schema without what a format says already and without limits that every safe integer keeps. */
export const tidySchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(tidySchema);
  if (!isObject(schema)) return schema;
  const spare = (key: string, value: unknown): boolean =>
    (key === "pattern" && formats.has(String(schema["format"]))) || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !spare(key, value))
      .map(([key, value]) => [key, tidyValue(key, value)]),
  );
};
