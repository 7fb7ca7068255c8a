import { z } from "zod";
import { simplifySchema } from "./simplify-schema";

type Json = Record<string, unknown>;

export interface Variants {
  /** Name of the field whose value selects the schema of `field`. */
  by: string;
  field: string;
  /** Each schema becomes the component `<name>.<value>` in the document. */
  name: string;
  schemas: Readonly<Record<string, z.ZodType>>;
}

const described = new WeakMap<z.ZodType, Variants>();

/** Documents how the schema of one field in a body depends on the value of another field. Doesn't validate anything. */
export const describeVariants = <Schema extends z.ZodObject>(body: Schema, variants: Variants): Schema => {
  described.set(body, variants);
  return body;
};

export const variantsOf = (body: z.ZodType | undefined): Variants | undefined => body && described.get(body);

/** Returns the `oneOf` of a body with variants: one branch for each value. */
export const branchesOf = ({ by, field, name, schemas }: Variants): Json[] =>
  Object.keys(schemas).map((value) => ({
    title: value,
    properties: { [by]: { const: value }, [field]: { $ref: `#/components/schemas/${name}.${value}` } },
  }));

export const componentsOf = ({ name, schemas }: Variants): Json =>
  Object.fromEntries(
    Object.entries(schemas).map(([value, schema]) => {
      const { $schema, ...json } = z.toJSONSchema(schema, { io: "input" });
      return [`${name}.${value}`, simplifySchema(json)];
    }),
  );

const alternatives = new WeakMap<z.ZodType, readonly string[]>();

/** Documents that a body must contain exactly one of these fields. Doesn't validate anything. */
export const describeAlternatives = <Schema extends z.ZodObject>(
  body: Schema,
  fields: readonly (keyof Schema["shape"] & string)[],
): Schema => {
  alternatives.set(body, fields);
  return body;
};

/** Returns the `oneOf` of a body with alternative fields. */
export const alternativesOf = (body: z.ZodType | undefined): Json[] | undefined =>
  body && alternatives.get(body)?.map((field) => ({ title: `By ${field}`, required: [field] }));
