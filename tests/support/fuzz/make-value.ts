import { oddAddresses, oddTexts, wrongValues } from "./odd-values";
import type { Random } from "./random";

export interface JsonSchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
  $ref?: string;
}

export interface Maker {
  random: Random;
  /** Resolves a `$ref`. */
  resolve(schema: JsonSchema): JsonSchema;
  /** Returns an existing value for a field of this name: an id, an email address, a password. */
  known(name: string): string | undefined;
  /** Share of values that are deliberately invalid. */
  wrong: number;
}

const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => random.below(16).toString(16)).join("");

const uuid = (random: Random): string =>
  `${hex(random, 8)}-${hex(random, 4)}-7${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`;

const words = ["Ada", "shop", "image-alt", "color-contrast", "button", "1.4.3", "full", "pdf", "Zoë", "42", "main > a"];

const formats: Readonly<Record<string, (random: Random) => string>> = {
  uuid,
  email: (random) => `fuzz-${hex(random, 8)}@example.org`,
  uri: (random) => (random.chance(0.3) ? (random.pick(oddAddresses) ?? "") : `https://f-${hex(random, 6)}.example/`),
  "date-time": (random) => new Date(random.below(4_000_000_000) * 1_000).toISOString(),
};

const textOf = (name: string, schema: JsonSchema, { random, known }: Maker): string => {
  const existing = known(name);
  if (existing !== undefined && random.chance(0.7)) return existing;
  // In the OpenAPI document, an email address has a pattern instead of a format.
  const byFormat = formats[schema.pattern?.includes("@") ? "email" : (schema.format ?? "")];
  if (byFormat) return byFormat(random);
  const { minLength = 0, maxLength } = schema;
  if (random.chance(0.1)) return "b".repeat(minLength);
  if (random.chance(0.1)) return "b".repeat(Math.min(maxLength ?? 5_000, 100_000));
  const word = random.pick(words) ?? "";
  return word.padEnd(minLength, "p").slice(0, maxLength);
};

const numberOf = ({ minimum, maximum, exclusiveMinimum, type }: JsonSchema, { random }: Maker): number => {
  const low = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  const high = Math.min(maximum ?? 1_000, low + 10_000);
  if (random.chance(0.15)) return low;
  if (random.chance(0.15)) return maximum ?? high;
  if (random.chance(0.1)) return random.pick([low - 1, (maximum ?? high) + 1]);
  const value = low + random.next() * (high - low);
  return type === "integer" ? Math.floor(value) : value;
};

const objectOf = (schema: JsonSchema, maker: Maker, depth: number): Record<string, unknown> => {
  const { random } = maker;
  const { properties = {}, required = [] } = schema;
  const made: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties)) {
    const isNeeded = required.includes(name);
    if (random.chance(isNeeded ? 0.97 : 0.4)) made[name] = makeValue(name, inner, maker, depth + 1);
  }
  if (random.chance(maker.wrong / 2)) made[random.pick(["extra", "__proto__", "constructor", "", "é"])] = 1;
  if (schema.additionalProperties && random.chance(0.3)) made["free"] = random.pick(wrongValues);
  return made;
};

const arrayOf = (name: string, schema: JsonSchema, maker: Maker, depth: number): unknown[] => {
  const { random } = maker;
  const { minItems = 0, maxItems = 5, items = {} } = schema;
  const length = random.chance(0.05) ? Math.min(maxItems + 1, 300) : minItems + random.below(3);
  return Array.from({ length }, () => makeValue(name, items, maker, depth + 1));
};

const typeOf = ({ type, properties }: JsonSchema, random: Random): string | undefined => {
  if (Array.isArray(type)) return random.pick(type);
  return type ?? (properties ? "object" : undefined);
};

/** Returns one of the variants of an object, merged with the properties common to all variants. */
const oneVariant = (schema: JsonSchema, { random, resolve }: Maker): JsonSchema => {
  const { oneOf, ...common } = schema;
  if (!oneOf || !schema.properties) return schema;
  const variant = resolve(random.pick(oneOf) ?? {});
  return {
    ...common,
    properties: { ...common.properties, ...variant.properties },
    required: [...(common.required ?? []), ...(variant.required ?? [])],
  };
};

const rightValue = (name: string, given: JsonSchema, maker: Maker, depth: number): unknown => {
  const { random } = maker;
  const schema = oneVariant(given, maker);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return makeValue(name, random.pick(choices) ?? {}, maker, depth + 1);
  switch (typeOf(schema, random)) {
    case "object":
      return objectOf(schema, maker, depth);
    case "array":
      return arrayOf(name, schema, maker, depth);
    case "string":
      return textOf(name, schema, maker);
    case "integer":
    case "number":
      return numberOf(schema, maker);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    default:
      return random.pick(wrongValues);
  }
};

/** Returns a value for a field: mostly valid, sometimes at a boundary, sometimes invalid. */
export const makeValue = (name: string, given: JsonSchema, maker: Maker, depth = 0): unknown => {
  const { random, wrong } = maker;
  if (depth > 8) return null;
  if (depth > 0 && random.chance(wrong)) return random.pick(random.chance(0.5) ? wrongValues : oddTexts);
  return rightValue(name, maker.resolve(given), maker, depth);
};
