import { z } from "zod";
import { emailIds } from "@/emails";
import { openApiDocument } from "@/server/http";
import { expect, test } from "@/tests/support/api";
import { accessibilityPath, emailBody, emailPath, sampleOf, sendEmail, withKey } from "@/tests/support/email-service";

type Json = Record<string, unknown>;
interface Body extends Json {
  examples: Json[];
  properties: Json;
  oneOf: { title: string; properties: { template: Json; data: { $ref: string } } }[];
}

const document = openApiDocument();
const bodyOf = (path: string): Body =>
  document.paths[path]?.["post"]?.requestBody?.content["application/json"]?.schema as Body;

/** Combines parts of the OpenAPI document into a complete schema for a request with this template, as clients do. */
const schemaOf = (path: string, template: string): z.ZodType => {
  const { oneOf, properties, ...rest } = bodyOf(path);
  const branch = oneOf.find(({ title }) => title === template)?.properties;
  const data = document.components.schemas[branch?.data.$ref.replace("#/components/schemas/", "") ?? ""];
  const whole = { ...rest, properties: { ...properties, template: branch?.template, data } };
  return z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0]);
};

test("the OpenAPI document describes one body per template for both endpoints, and each template's data in a separate component", () => {
  for (const path of [emailPath, accessibilityPath]) {
    const { oneOf, properties } = bodyOf(path);
    expect(oneOf.map(({ title }) => title)).toEqual(emailIds);
    expect((properties["template"] as { enum: string[] }).enum).toEqual(emailIds);
    for (const { title, properties: own } of oneOf) {
      expect(own).toEqual({ template: { const: title }, data: { $ref: `#/components/schemas/EmailData.${title}` } });
      expect(document.components.schemas).toHaveProperty([`EmailData.${title}`]);
    }
  }
});

test("each endpoint's example can be sent unchanged", async ({ visitor }) => {
  for (const path of [emailPath, accessibilityPath])
    for (const example of bodyOf(path).examples)
      expect((await visitor.post(path, example, withKey())).status).toBe(202);
});

const without = (value: Json, key: string): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

/**
 * Returns the sample in several variants: unchanged, with an extra key and, for each key, without that key and with
 * values of different types for it.
 */
const variationsOf = (sample: Json): Json[] => [
  sample,
  { ...sample, another: { deep: [1] } },
  ...Object.keys(sample).flatMap((key) => [
    without(sample, key),
    ...[null, "", -1.5, true, {}, []].map((value) => ({ ...sample, [key]: value })),
  ]),
];

for (const template of emailIds)
  test(`${template}: the endpoint accepts exactly what the OpenAPI document allows [#29]`, async ({ visitor }) => {
    const schema = schemaOf(emailPath, template);
    const statuses = new Set<number>();
    for (const data of variationsOf(sampleOf(template))) {
      const body = emailBody({ template, data });
      const { status } = await sendEmail(visitor, body);
      expect(status, JSON.stringify(data)).toBe(schema.safeParse(body).success ? 202 : 400);
      statuses.add(status);
    }
    expect(statuses).toEqual(new Set([202, 400]));
  });

test("the endpoint accepts exactly the body fields that the OpenAPI document allows", async ({ visitor }) => {
  const schema = schemaOf(emailPath, "welcome");
  const values = [null, "", "text", "a@example.org", "a\nb", "a\u2028b", "x".repeat(500), 7, true, {}, []];
  for (const key of ["to", "subject", "data", "template", "odd"])
    for (const value of values) {
      const body = { ...emailBody(), [key]: value };
      const { status } = await sendEmail(visitor, body);
      expect(status, `${key} ${JSON.stringify(value)}`).toBe(schema.safeParse(body).success ? 202 : 400);
    }
});
