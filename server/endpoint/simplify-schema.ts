type Json = Record<string, unknown>;

/**
 * Formats for which Zod adds a regular expression. The format alone is enough, and some clients don't support these
 * expressions.
 */
const formats = new Set(["uuid", "date-time", "email", "uri"]);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const simplifyValue = (key: string, value: unknown): unknown => {
  if (key === "properties" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, simplifySchema(schema)]));
  return simplifySchema(value);
};

/** Removes patterns that a format already implies, and limits that every safe integer satisfies, from a JSON schema. */
export const simplifySchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(simplifySchema);
  if (!isObject(schema)) return schema;
  const spare = (key: string, value: unknown): boolean =>
    (key === "pattern" && formats.has(String(schema["format"]))) || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !spare(key, value))
      .map(([key, value]) => [key, simplifyValue(key, value)]),
  );
};
