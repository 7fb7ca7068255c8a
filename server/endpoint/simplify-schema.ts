type Json = Record<string, unknown>;

/**
 * zod adds a regular expression to these formats. The format is enough, and not every client supports the regular
 * expression.
 */
const formats = new Set(["uuid", "date-time", "email", "uri"]);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const tidyValue = (key: string, value: unknown): unknown => {
  if (key === "properties" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, simplifySchema(schema)]));
  return simplifySchema(value);
};

/** Removes from a JSON schema what a format already says, and limits that every safe integer satisfies. */
export const simplifySchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(simplifySchema);
  if (!isObject(schema)) return schema;
  const spare = (key: string, value: unknown): boolean =>
    (key === "pattern" && formats.has(String(schema["format"]))) || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !spare(key, value))
      .map(([key, value]) => [key, tidyValue(key, value)]),
  );
};
