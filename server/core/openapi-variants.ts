import { z } from "zod";
import { tidySchema } from "./tidy-schema";

type Json = Record<string, unknown>;

export interface Variants {
  /** The field whose value decides, and the field whose shape it decides. */
  by: string;
  field: string;
  /** Each schema is printed as the component `<name>.<value>`. */
  name: string;
  schemas: Readonly<Record<string, z.ZodType>>;
}

const described = new WeakMap<z.ZodType, Variants>();

/** Has the document say, for each value of one field of a body, what another field takes. Checks nothing by itself. */
export const describeVariants = <Schema extends z.ZodObject>(body: Schema, variants: Variants): Schema => {
  described.set(body, variants);
  return body;
};

export const variantsOf = (body: unknown): Variants | undefined => described.get(body as z.ZodType);

/** The `oneOf` of a body: one branch a value, each with the schema of its own. */
export const branchesOf = ({ by, field, name, schemas }: Variants): Json[] =>
  Object.keys(schemas).map((value) => ({
    title: value,
    properties: { [by]: { const: value }, [field]: { $ref: `#/components/schemas/${name}.${value}` } },
  }));

export const componentsOf = ({ name, schemas }: Variants): Json =>
  Object.fromEntries(
    Object.entries(schemas).map(([value, schema]) => {
      const { $schema, ...json } = z.toJSONSchema(schema, { io: "input" });
      return [`${name}.${value}`, tidySchema(json)];
    }),
  );
