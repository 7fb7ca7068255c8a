import { z } from "zod";
import type { OpenApiDocument } from "@/server/endpoint/openapi";
import type { FuzzRequest } from "./make-request";

export interface FuzzAnswer {
  status: number;
  headers: Headers;
  text: string;
}

type Schema = Parameters<typeof z.fromJSONSchema>[0];
type ResponseCheck = (request: FuzzRequest, answer: FuzzAnswer) => string[];

/** Returns a part of the document with every reference replaced by its target. */
const withoutReferences = (document: OpenApiDocument, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(document, item));
  if (typeof value !== "object" || value === null) return value;
  const { $ref } = value as { $ref?: string };
  if (typeof $ref === "string") {
    const found = $ref
      .replace(/^#\//, "")
      .split("/")
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
    return withoutReferences(document, found);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutReferences(document, item)]));
};

/** Errors caused by services that tests run without; any other 5xx is a bug in the app. */
const excused = new Set(["not_configured", "upstream_failed"]);
/** This endpoint responds with 503 in tests, because not all parts of the app are running. */
const readiness = "GET /api/ready";

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Returns a function that lists what is wrong with a response: an undocumented status, a 5xx, a body that doesn't match
 * its schema.
 */
export const createResponseCheck = (document: OpenApiDocument): ResponseCheck => {
  const validators = new Map<string, z.ZodType>();
  const validatorOf = (key: string, schema: object): z.ZodType => {
    const known = validators.get(key) ?? z.fromJSONSchema(withoutReferences(document, schema) as Schema);
    validators.set(key, known);
    return known;
  };
  const checkBody = (key: string, schema: object, text: string): string[] => {
    const body = parse(text);
    if (body === undefined) return ["the body isn't JSON"];
    const issues = validatorOf(key, schema).safeParse(body).error?.issues ?? [];
    return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };
  return ({ place, operation }, { status, headers, text }) => {
    const documented = operation.responses[status];
    if (!documented) return [`the status ${status} is not documented`];
    const problems: string[] = headers.get("x-request-id") ? [] : ["there is no X-Request-Id"];
    const code = (parse(text) as { error?: { code?: string } } | undefined)?.error?.code;
    if (status >= 500 && place !== readiness && !excused.has(code ?? "")) problems.push(`${status} ${code}`);
    const schema = documented.content?.["application/json"]?.schema;
    if (schema) problems.push(...checkBody(`${place} ${status}`, schema, text));
    return problems;
  };
};
