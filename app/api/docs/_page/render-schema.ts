import { apiReference as texts } from "@/messages/texts/api-reference";
import { type Html, html } from "./html";
import { isSchema, propertiesOf, requiredOf, type Schema, variantsOf } from "./sample-value";

const typeNames = (schema: Schema): string[] => {
  const { type } = schema;
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value));
  if ("const" in schema) return [JSON.stringify(schema["const"])];
  if (type === "array" && isSchema(schema["items"])) return [`array of ${describeType(schema["items"])}`];
  if (typeof type === "string") return [String(schema["format"] ?? type)];
  if (Array.isArray(type)) return type.map(String);
  return variantsOf(schema).flatMap(typeNames);
};

/** Describes a schema's type in a few words, such as "uuid or null" or "array of object". */
export const describeType = (schema: Schema): string => {
  const names = [...new Set(typeNames(schema))];
  return names.length > 0 ? names.join(" or ") : texts.anything;
};

const range = (low: unknown, high: unknown, unit: string): string[] => {
  if (low !== undefined && high !== undefined) return [`${low} to ${high}${unit}`];
  if (low !== undefined) return [`at least ${low}${unit}`];
  return high !== undefined ? [`at most ${high}${unit}`] : [];
};

/** Describes the limits of a value, and its default. */
export const describeLimits = (schema: Schema): string =>
  [
    ...range(schema["minimum"], schema["maximum"], ""),
    ...range(schema["minLength"], schema["maxLength"], " characters"),
    ...range(schema["minItems"], schema["maxItems"], " items"),
    ...("default" in schema ? [`default ${JSON.stringify(schema["default"])}`] : []),
  ].join(", ");

/** Returns the objects in a schema whose fields are worth listing: the schema itself, list items and variants. */
const objectsIn = (schema: Schema): Schema[] => {
  if (propertiesOf(schema).length > 0) return [schema];
  if (isSchema(schema["items"])) return objectsIn(schema["items"]);
  return variantsOf(schema).flatMap(objectsIn);
};

/**
 * Whether a schema describes a request body or a response. Required fields are marked in request bodies, optional
 * fields in responses.
 */
export type Use = "body" | "answer";

const mark = (use: Use, isRequired: boolean): Html | false => {
  if (use === "answer") return !isRequired && html`<span class="soft">${texts.optional}</span>`;
  return isRequired && html`<strong>${texts.required}</strong>`;
};

const field = (name: string, schema: Schema, use: Use, isRequired: boolean): Html => {
  const limits = describeLimits(schema);
  const { description } = schema;
  return html`<li>
    <code class="name">${name}</code> <span class="type">${describeType(schema)}${limits && `, ${limits}`}</span>
    ${mark(use, isRequired)}
    ${typeof description === "string" && html`<span class="soft">${description}</span>`}
    ${objectsIn(schema).map((object) => fieldList(object, use))}
  </li>`;
};

const fieldList = (schema: Schema, use: Use): Html => {
  const required = requiredOf(schema);
  const fields = propertiesOf(schema).map(([name, property]) => field(name, property, use, required.includes(name)));
  return html`<ul>${fields}</ul>`;
};

/** Renders a schema's type, unless it is an object with fields, and lists the fields of each object in the schema. */
export const renderSchema = (schema: Schema, use: Use): Html => {
  const objects = objectsIn(schema);
  const type = describeType(schema);
  return html`${(objects.length === 0 || type !== "object") && html`<p class="type">${type}</p>`}${objects.map((object) => fieldList(object, use))}`;
};
