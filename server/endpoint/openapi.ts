import type { AnyRouter } from "@trpc/server";
import { generateOpenApiDocument } from "trpc-openapi";
import { z } from "zod";
import { errorTable } from "@/server/core/errors";
import { limits } from "@/server/core/limits";
import { isPage } from "@/server/core/schema";
import type { Declaration, SignatureScheme } from "./declaration";
import { alternativesOf, branchesOf, componentsOf, variantsOf } from "./openapi-variants";
import { listRoutes, type Route } from "./routes";
import { simplifySchema } from "./simplify-schema";

type Json = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Json;
}

export interface Operation extends Json {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; headers?: Json; content?: Record<string, { schema: Json }> }>;
  security: Record<string, string[]>[];
  "x-permission": string;
  "x-rate-limit": { limit: number; window_seconds: number; by: string };
}

export interface OpenApiDocument extends Json {
  info: { title: string; description: string; version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Json; securitySchemes: Json };
}

const ref = (path: string): Json => ({ $ref: `#/components/${path}` });
const jsonContent = (schema: Json) => ({ "application/json": { schema } });

const requestId = { type: "string", description: "ID of this request, as in the log and the X-Request-Id header." };

const errorSchema: Json = {
  type: "object",
  required: ["success", "data", "error", "meta"],
  properties: {
    success: { const: false },
    data: { type: "null" },
    error: {
      type: "object",
      required: ["code", "message", "details"],
      properties: {
        code: { type: "string", enum: Object.keys(errorTable) },
        message: { type: "string" },
        details: { description: "Details of the error, depending on its code (see docs/errors.md), or null." },
      },
    },
    meta: { type: "object", required: ["request_id"], properties: { request_id: requestId } },
  },
};

const envelopeOf = (data: Json): Json => ({
  type: "object",
  required: ["success", "data", "error", "meta"],
  properties: {
    success: { const: true },
    data,
    error: { type: "null" },
    meta: {
      type: "object",
      required: ["request_id", "next_cursor"],
      properties: { request_id: requestId, next_cursor: { type: ["string", "null"] } },
    },
  },
});

const headersOf = (declared: Declaration): Json => ({
  "X-Request-Id": { schema: { type: "string" } },
  "RateLimit-Policy": { schema: { type: "string" } },
  RateLimit: { schema: { type: "string" } },
  ...(declared.etag ? { ETag: { schema: { type: "string" } } } : {}),
});

/** Returns the schema of `data` in the 200 response. For a list, omits the cursor, which belongs in `meta`. */
const dataSchemaOf = (route: Route, operation: Operation): Json => {
  const schema = operation.responses["200"]?.content?.["application/json"]?.schema ?? {};
  if (!route.output || !isPage(route.output)) return schema;
  const { next_cursor: _, ...properties } = schema["properties"] as Record<string, Json>;
  const names = Object.keys(properties);
  return names.length > 1 ? { ...schema, properties, required: names } : (properties["items"] ?? schema);
};

const successOf = (route: Route, operation: Operation): Operation["responses"] => {
  const { declared } = route;
  if (declared.redirects) {
    const headers = { ...headersOf(declared), Location: { required: true, schema: { type: "string", format: "uri" } } };
    return { [declared.status]: { description: "Redirect to the URL in the Location header", headers } };
  }
  if (declared.streams) {
    const file = { schema: { type: "string", format: "binary" } };
    const headers = { ...headersOf(declared), "Content-Disposition": { required: true, schema: { type: "string" } } };
    const content = Object.fromEntries(declared.streams.map((mediaType) => [mediaType, file]));
    return { 200: { description: "The file, without the JSON envelope", headers, content } };
  }
  if (declared.status === 204) return { 204: { description: "Success", headers: headersOf(declared) } };
  const content = jsonContent(envelopeOf(dataSchemaOf(route, operation)));
  return {
    [declared.status]: { description: "Success", headers: headersOf(declared), content },
    ...(declared.etag ? { 304: { description: "Not modified: If-None-Match contains the current ETag" } } : {}),
  };
};

const errorHeaders: Record<number, Json> = {
  401: { "WWW-Authenticate": { schema: { const: "Bearer" } } },
  429: { "Retry-After": { description: "Seconds to wait before retrying", schema: { type: "integer" } } },
};

const errorsOf = ({ declared }: Route): Operation["responses"] => {
  const responses: Operation["responses"] = {};
  for (const code of declared.errors) {
    const { status } = errorTable[code];
    const documented = responses[status]?.description;
    responses[status] = {
      description: documented ? `${documented}, ${code}` : code,
      headers: { "X-Request-Id": { schema: { type: "string" } }, ...errorHeaders[status] },
      content: jsonContent(ref("schemas/Error")),
    };
  }
  return responses;
};

const schemeOf = ({ access, knownCallers, signedBy }: Declaration): Operation["security"] => {
  if (access === "public") return knownCallers ? [{}, { ServiceKey: [] }, { AccessToken: [] }] : [];
  if (access === "service-key") return [{ ServiceKey: [] }];
  if (access === "signature") return signedBy ? [{ [signedBy]: [] }] : [];
  return [{ AccessToken: [] }];
};

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Makes retries safe: repeating the same key and body returns the first response again; the same key with a different body returns 409.",
  schema: { type: "string", maxLength: 255 },
};

/** Reports whether an input rejects unknown keys. trpc-openapi loses this information for inputs with a refinement. */
const isStrict = ({ input }: Route): boolean =>
  input instanceof z.ZodObject && input._zod.def.catchall instanceof z.ZodNever;

/** Returns the request body of an operation. A body without required fields is optional. */
const bodyOf = (route: Route, { requestBody }: Operation): Pick<Operation, "requestBody"> => {
  const schema = requestBody?.content["application/json"]?.schema;
  if (!schema) return {};
  const { input } = route;
  const [variants, alternatives] = [variantsOf(input), alternativesOf(input)];
  const branches = variants ? branchesOf(variants) : alternatives;
  const content = jsonContent({
    ...schema,
    ...(isStrict(route) ? { additionalProperties: false } : {}),
    ...(branches ? { oneOf: branches } : {}),
  });
  return { requestBody: { required: Array.isArray(schema["required"]) || alternatives !== undefined, content } };
};

const finish = (route: Route, operation: Operation): Operation => {
  const { declared } = route;
  const { limit, windowSeconds, by } = limits[declared.limit];
  return simplifySchema({
    ...operation,
    operationId: route.name.replaceAll(".", "_"),
    "x-permission": declared.access,
    "x-rate-limit": { limit, window_seconds: windowSeconds, by },
    security: schemeOf(declared),
    parameters: [...operation.parameters, ...(declared.idempotent ? [idempotencyKey] : [])],
    ...bodyOf(route, operation),
    responses: { ...successOf(route, operation), ...errorsOf(route) },
  }) as Operation;
};

const securitySchemes = {
  AccessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  ServiceKey: { type: "http", scheme: "bearer", description: "The API key from the API_KEY setting" },
  ScannerSignature: { type: "apiKey", in: "header", name: "X-Scanner-Signature" },
  StripeSignature: { type: "apiKey", in: "header", name: "Stripe-Signature" },
  ResendSignature: { type: "apiKey", in: "header", name: "svix-signature" },
} as const satisfies Record<"AccessToken" | "ServiceKey" | SignatureScheme, object>;

/**
 * Returns the OpenAPI 3.1 document for all declared endpoints. trpc-openapi describes inputs and outputs; this function
 * adds the envelope, errors, redirects, permissions and trailing slashes.
 */
export const createOpenApiDocument = (router: AnyRouter, baseUrl: string): OpenApiDocument => {
  const document = generateOpenApiDocument(router as never, {
    title: "Curbcut",
    description: "Web accessibility audits: the audit API under /api, the report and email service under /api/v1.",
    version: "1.0.0",
    baseUrl,
    securitySchemes: securitySchemes as never,
  }) as unknown as OpenApiDocument;
  const paths: OpenApiDocument["paths"] = {};
  const routes = listRoutes(router);
  for (const route of routes) {
    const { path, method } = route.declared;
    const found = document.paths[path] ?? document.paths[path.replace(/\/$/, "")];
    const operation = found?.[method.toLowerCase()];
    if (!operation) throw new Error(`${route.name} is missing from the generated document`);
    paths[path] = { ...paths[path], [method.toLowerCase()]: finish(route, operation) };
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const named = Object.entries(document.components.schemas).filter(([name]) => !name.startsWith("error."));
  const variants = routes.flatMap((route) => variantsOf(route.input) ?? []);
  const names = [...new Set(operations.flatMap((operation) => operation.tags))];
  return {
    ...document,
    tags: names.map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(named),
        ...Object.assign({}, ...variants.map(componentsOf)),
        Error: errorSchema,
      },
      securitySchemes,
    },
  };
};
