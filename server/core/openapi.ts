import type { AnyRouter } from "@trpc/server";
import { generateOpenApiDocument } from "trpc-openapi";
import type { Declaration } from "./declaration";
import { errorTable } from "./errors";
import { listRoutes, type Route } from "./routes";
import { isPage } from "./schema";

type Json = Record<string, unknown>;

interface Operation extends Json {
  operationId: string;
  parameters?: Json[];
  responses: Record<string, { description?: string; headers?: Json; content?: Json }>;
  security?: Json[];
}

export interface OpenApiDocument extends Json {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Json; securitySchemes?: Json; headers?: Json; responses?: Json };
}

const ref = (path: string): Json => ({ $ref: `#/components/${path}` });
const jsonContent = (schema: Json): Json => ({ "application/json": { schema } });

const requestId = { type: "string", description: "Name of this call in the log; also in X-Request-Id." };

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
        details: { description: "What contract §3 lists for the code; null where it lists nothing." },
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

/** The schema that the library wrote for 200, of a list the schema of its items. */
const dataSchemaOf = (route: Route, operation: Operation): Json => {
  const media = operation.responses["200"]?.content?.["application/json"] as { schema?: Json } | undefined;
  const schema = media?.schema ?? {};
  if (!isPage((route.procedure._def as { output?: unknown }).output as never)) return schema;
  return (schema["properties"] as { items?: Json } | undefined)?.items ?? schema;
};

const successOf = (route: Route, operation: Operation): Operation["responses"] => {
  const { declared } = route;
  if (declared.redirects) {
    const headers = { ...headersOf(declared), Location: { required: true, schema: { type: "string", format: "uri" } } };
    return { [declared.status]: { description: "The address to go to", headers } };
  }
  const content = jsonContent(envelopeOf(dataSchemaOf(route, operation)));
  return {
    [declared.status]: { description: "Done", headers: headersOf(declared), content },
    ...(declared.etag ? { 304: { description: "Nothing changed since the ETag that was sent" } } : {}),
  };
};

const errorsOf = ({ declared }: Route): Operation["responses"] => {
  const responses: Operation["responses"] = {};
  for (const code of declared.errors) {
    const { status } = errorTable[code];
    const present = responses[status]?.description;
    responses[status] = {
      description: present ? `${present}, ${code}` : code,
      content: jsonContent(ref("schemas/Error")),
    };
  }
  return responses;
};

const schemeOf = ({ access }: Declaration): Json[] => {
  if (access === "public") return [];
  if (access === "service-key") return [{ ServiceKey: [] }];
  if (access === "signature") return [{ Signature: [] }];
  return [{ AccessToken: [] }];
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description: "Same key and body: the first answer again. Same key, other body: 409.",
  schema: { type: "string", maxLength: 255 },
};

const finish = (route: Route, operation: Operation): Operation => ({
  ...operation,
  operationId: route.name.replaceAll(".", "_"),
  "x-permission": route.declared.access,
  security: schemeOf(route.declared),
  ...(route.declared.idempotent ? { parameters: [...(operation.parameters ?? []), idempotencyKey] } : {}),
  responses: { ...successOf(route, operation), ...errorsOf(route) },
});

const securitySchemes = {
  AccessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  ServiceKey: { type: "http", scheme: "bearer", description: "The API_KEY setting" },
  Signature: { type: "apiKey", in: "header", name: "X-Scanner-Signature" },
} as const;

/**
 * The OpenAPI 3.1 document of every declared endpoint. trpc-openapi describes inputs and outputs; the envelope, the
 * errors, redirects, permissions and trailing slashes, which it does not know, are put in afterwards.
 */
export const createOpenApiDocument = (router: AnyRouter, baseUrl: string): OpenApiDocument => {
  const document = generateOpenApiDocument(router as never, {
    title: "Curbcut",
    description: "Web accessibility audits: the audit API under /api, the report and e-mail service under /api/v1.",
    version: "1.0.0",
    baseUrl,
    securitySchemes: securitySchemes as never,
  }) as unknown as OpenApiDocument;
  const paths: OpenApiDocument["paths"] = {};
  for (const route of listRoutes(router)) {
    const { path, method } = route.declared;
    const found = document.paths[path] ?? document.paths[path.replace(/\/$/, "")];
    const operation = found?.[method.toLowerCase()];
    if (!operation) throw new Error(`${route.name} is missing in the generated document`);
    paths[path] = { ...paths[path], [method.toLowerCase()]: finish(route, operation) };
  }
  const { components } = document;
  return { ...document, paths, components: { ...components, schemas: { ...components.schemas, Error: errorSchema } } };
};
