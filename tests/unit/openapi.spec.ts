import "@/tests/support/environment";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { errorTable } from "@/server/core/errors";
import { limits } from "@/server/core/limits";
import type { Declaration } from "@/server/endpoint/declaration";
import type { Operation } from "@/server/endpoint/openapi";
import { listRoutes } from "@/server/endpoint/routes";
import { openApiDocument } from "@/server/http";
import { appRouter } from "@/server/router";

const document = openApiDocument();
const routes = listRoutes(appRouter);

const operationOf = ({ path, method }: Declaration): Operation => {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};

// The OpenAPI 3.1.1 objects that we use. Fields that the specification doesn't define are errors.
const text = z.string().min(1);
const type = z.enum(["string", "number", "integer", "boolean", "object", "array", "null"]);
const Ref = z.strictObject({ $ref: z.string().startsWith("#/components/") });
const Schema: z.ZodType = z.lazy(() =>
  z.union([
    Ref,
    z.strictObject({
      type: z.union([type, z.array(type).min(1)]).optional(),
      format: text.optional(),
      pattern: z
        .string()
        .refine((pattern) => new RegExp(pattern, "u"))
        .optional(),
      enum: z.array(z.unknown()).min(1).optional(),
      const: z.unknown().optional(),
      default: z.unknown().optional(),
      title: text.optional(),
      description: text.optional(),
      examples: z.array(z.unknown()).optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      exclusiveMinimum: z.number().optional(),
      exclusiveMaximum: z.number().optional(),
      multipleOf: z.number().positive().optional(),
      minLength: z.int().min(0).optional(),
      maxLength: z.int().min(0).optional(),
      minItems: z.int().min(0).optional(),
      maxItems: z.int().min(0).optional(),
      uniqueItems: z.boolean().optional(),
      items: Schema.optional(),
      prefixItems: z.array(Schema).optional(),
      properties: z.record(z.string(), Schema).optional(),
      propertyNames: Schema.optional(),
      required: z.array(text).optional(),
      additionalProperties: z.union([z.boolean(), Schema]).optional(),
      anyOf: z.array(Schema).min(1).optional(),
      oneOf: z.array(Schema).min(1).optional(),
      allOf: z.array(Schema).min(1).optional(),
      not: Schema.optional(),
    }),
  ]),
);
const Header = z.strictObject({ description: text.optional(), required: z.boolean().optional(), schema: Schema });
const Content = z.record(
  z.string().regex(/^[a-z]+\/[a-z0-9.+-]+(; charset=utf-8)?$/),
  z.strictObject({ schema: Schema }),
);
const ParameterShape = z.strictObject({
  name: text,
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().optional(),
  description: text.optional(),
  schema: Schema,
});
const ResponseShape = z.strictObject({
  description: text,
  headers: z.record(text, Header).optional(),
  content: Content.optional(),
});
const OperationShape = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  summary: text,
  tags: z.array(text).min(1),
  security: z.array(z.record(text, z.array(z.never()))),
  parameters: z.array(ParameterShape),
  requestBody: z.strictObject({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), ResponseShape),
  "x-permission": text,
  "x-rate-limit": z.strictObject({ limit: z.int().positive(), window_seconds: z.int().positive(), by: text }),
});
const DocumentShape = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({ title: text, description: text, version: text }),
  servers: z.array(z.strictObject({ url: z.url() })).min(1),
  tags: z.array(z.strictObject({ name: text })).min(1),
  paths: z.record(
    z.string().startsWith("/"),
    z.strictObject({
      get: OperationShape.optional(),
      post: OperationShape.optional(),
      patch: OperationShape.optional(),
      delete: OperationShape.optional(),
    }),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), Schema),
    securitySchemes: z.record(
      text,
      z.discriminatedUnion("type", [
        z.strictObject({
          type: z.literal("http"),
          scheme: z.literal("bearer"),
          bearerFormat: text.optional(),
          description: text.optional(),
        }),
        z.strictObject({ type: z.literal("apiKey"), in: z.literal("header"), name: text }),
      ]),
    ),
  }),
});

test("every field of the document is valid OpenAPI 3.1", () => {
  const result = DocumentShape.safeParse(JSON.parse(JSON.stringify(document)));
  expect(result.error?.issues.slice(0, 5) ?? []).toEqual([]);
});

test("the OpenAPI document lists every endpoint under its declared path, and nothing else [#137]", () => {
  const declared = routes.map(({ declared: { method, path } }) => `${method} ${path}`);
  const printed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(printed.sort()).toEqual(declared.sort());
  expect(new Set(declared).size).toBe(routes.length);
});

test("audit API paths contain no version, and report service paths contain v1 [#60] [#136]", () => {
  const service = /^\/api\/v1\//;
  for (const { declared } of routes) {
    const name = operationOf(declared).tags[0];
    expect(service.test(declared.path), declared.path).toBe(name === "Report and email service");
    expect(declared.path.replace(service, "/api/")).not.toMatch(/\/v\d/);
  }
});

test("every operation has a unique name", () => {
  const names = routes.map(({ declared }) => operationOf(declared).operationId);
  expect(new Set(names).size).toBe(names.length);
});

test("every $ref resolves", () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(refs.length).toBeGreaterThan(0);
  const components = document.components as unknown as Record<string, object>;
  const broken = refs.filter(([, part = "", name = ""]) => !Object.hasOwn(components[part] ?? {}, name));
  expect(broken.map(([ref]) => ref)).toEqual([]);
});

test("every tag and security scheme in use is described", () => {
  const tags = document.tags.map(({ name }) => name);
  for (const { declared } of routes) {
    const { tags: used, security } = operationOf(declared);
    for (const tag of used) expect(tags).toContain(tag);
    for (const scheme of security.flatMap(Object.keys))
      expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
  }
});

const described = routes.map(({ name, procedure, declared }) => ({
  name: `${declared.method} ${declared.path} (${name})`,
  procedure,
  declared,
  operation: operationOf(declared),
}));

test("every endpoint declares its access, limit, output and summary, and an audit action if it changes organisation data", () => {
  for (const { name, procedure, declared, operation } of described) {
    const { output, type: kind } = procedure._def as unknown as { output?: unknown; type: string };
    expect.soft(output, name).toBeInstanceOf(z.ZodType);
    expect.soft(Object.keys(limits), name).toContain(declared.limit);
    expect.soft(operation.summary, name).toMatch(/^[A-Z].{5,}[^.]$/);
    expect.soft(operation["x-permission"], name).toBe(declared.access);
    const byMember = !["public", "service-key", "signature", "session"].includes(declared.access);
    if (kind === "mutation" && byMember) expect.soft(declared.audit, name).toMatch(/^[a-z_]+\.[a-z_]+$/);
  }
});

test("every path and query parameter has a type", () => {
  for (const { name, declared, operation } of described) {
    const inPath = [...declared.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const { parameters } = operation;
    expect
      .soft(
        parameters.filter((each) => each.in === "path").map((each) => each.name),
        name,
      )
      .toEqual(inPath);
    for (const parameter of parameters) {
      expect.soft(parameter.schema, `${name} ${parameter.name}`).toHaveProperty("type");
      if (parameter.in === "path") expect.soft(parameter.required, name).toBe(true);
      if (declared.method === "POST") expect.soft(parameter.in, `${name} ${parameter.name}`).not.toBe("query");
    }
  }
});

test("every successful response is described: the envelope, a file or the target of a redirect [#91]", () => {
  for (const { name, declared, operation } of described) {
    const response = operation.responses[declared.status];
    const successes = Object.keys(operation.responses).filter((status) => status < "300");
    expect.soft(successes, name).toEqual(declared.redirects ? [] : [String(declared.status)]);
    expect.soft(response?.headers, name).toHaveProperty(declared.redirects ? "Location" : "X-Request-Id");
    if (declared.redirects) continue;
    const { content = {} } = response ?? {};
    const usual = declared.status === 204 ? [] : ["application/json"];
    expect.soft(Object.keys(content), name).toEqual(declared.streams ?? usual);
    if (declared.status === 204) continue;
    if (declared.streams) {
      const files = Object.values(content).map(({ schema }) => schema);
      expect.soft(files, name).toEqual(files.map(() => ({ type: "string", format: "binary" })));
      expect.soft(response?.headers, name).toHaveProperty("Content-Disposition");
      continue;
    }
    expect.soft(content["application/json"]?.schema, name).toMatchObject({
      required: ["success", "data", "error", "meta"],
      properties: { success: { const: true }, data: expect.any(Object), error: { type: "null" } },
    });
  }
});

test("every error response is described, with the shared error schema [#59]", () => {
  for (const { name, declared, operation } of described) {
    const statuses = [...new Set(declared.errors.map((code) => String(errorTable[code].status)))].sort();
    const needed = ["400", "429", "500", "503"];
    if (!["public", "signature"].includes(declared.access)) needed.push("401", "403");
    if (declared.method === "POST" || declared.method === "PATCH") needed.push("413", "415");
    expect.soft(statuses, name).toEqual(expect.arrayContaining(needed));
    const printed = Object.entries(operation.responses).filter(([status]) => status >= "400");
    expect.soft(printed.map(([status]) => status).sort(), name).toEqual(statuses);
    const shapes = printed.map(([, { content }]) => content?.["application/json"]?.schema);
    expect.soft(shapes, name).toEqual(printed.map(() => ({ $ref: "#/components/schemas/Error" })));
    const { 401: refused, 429: limited } = operation.responses;
    if (refused) expect.soft(refused.headers, name).toHaveProperty("WWW-Authenticate");
    if (limited) expect.soft(limited.headers, name).toHaveProperty("Retry-After");
  }
});

test("every body rejects unknown fields, except signed bodies, to which a provider may add fields", () => {
  for (const { name, declared, operation } of described) {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    if (schema && declared.access !== "signature") expect.soft(schema["additionalProperties"], name).toBe(false);
  }
});

test("a signed operation names the signature header that its sender uses", () => {
  const schemes = document.components.securitySchemes as Record<string, { name?: string }>;
  const signed = described.filter(({ declared }) => declared.access === "signature");
  const headers = signed.map(({ declared, operation }) => [
    declared.path,
    operation.security.flatMap((each) => Object.keys(each).map((name) => schemes[name]?.name)),
  ]);
  expect(Object.fromEntries(headers)).toEqual({
    "/api/website-audit/{id}/callback/": ["X-Scanner-Signature"],
    "/api/payprov/webhook": ["Stripe-Signature"],
    "/api/v1/email/events": ["svix-signature"],
  });
});

test("creating an audit requires a body with either a website or a URL", () => {
  const { requestBody } = document.paths["/api/website-audit/"]?.["post"] ?? {};
  expect(requestBody?.required).toBe(true);
  expect(requestBody?.content["application/json"]?.schema["oneOf"]).toMatchObject([
    { required: ["website_id"] },
    { required: ["url"] },
  ]);
});
