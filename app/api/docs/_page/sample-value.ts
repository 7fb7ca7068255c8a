export type Schema = Readonly<Record<string, unknown>>;

const formats: Readonly<Record<string, string>> = {
  uuid: "01940000-0000-7000-8000-000000000000",
  email: "somebody@example.org",
  uri: "https://example.org/",
  "date-time": "2026-11-20T09:00:00.000Z",
};

export const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const variantsOf = (schema: Schema): Schema[] =>
  [schema["anyOf"], schema["oneOf"]].flatMap((list) => (Array.isArray(list) ? list.filter(isSchema) : []));

export const propertiesOf = (schema: Schema): [string, Schema][] =>
  isSchema(schema["properties"])
    ? Object.entries(schema["properties"]).filter((entry): entry is [string, Schema] => isSchema(entry[1]))
    : [];

export const requiredOf = (schema: Schema): readonly unknown[] =>
  Array.isArray(schema["required"]) ? schema["required"] : [];

const sampleText = (schema: Schema): string => formats[String(schema["format"])] ?? "";

/** Returns a sample value, preferably the schema's own example or default; objects have only their required fields. */
export const sampleValue = (schema: Schema): unknown => {
  if (Array.isArray(schema["examples"])) return schema["examples"][0];
  if ("default" in schema) return schema["default"];
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  const [variant] = variantsOf(schema);
  if (variant) return sampleValue(variant);
  const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  if (type === "string") return sampleText(schema);
  if (type === "integer" || type === "number") return schema["minimum"] ?? 0;
  if (type === "boolean") return false;
  if (type === "array") return [];
  if (type !== "object") return null;
  const required = requiredOf(schema);
  return Object.fromEntries(
    propertiesOf(schema)
      .filter(([name]) => required.includes(name))
      .map(([name, property]) => [name, sampleValue(property)]),
  );
};
