import { gzipSync } from "node:zlib";
import type { OpenApiDocument, Operation } from "@/server/endpoint/openapi";
import { type JsonSchema, type Maker, makeValue } from "./make-value";
import { oddTexts } from "./odd-values";
import type { Random } from "./random";

export interface FuzzRequest {
  /** Method and path, such as `GET /api/websites/{id}/`. */
  place: string;
  operation: Operation;
  method: string;
  /** The request's path and query. */
  target: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | undefined;
}

const stringify = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Encodes text for a URL, which can't contain half of a surrogate pair. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

const pathOf = (path: string, operation: Operation, maker: Maker): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = operation.parameters.find((parameter) => parameter.name === name)?.schema ?? {};
    const value = stringify(makeValue(name, schema, maker, 1));
    // An empty segment or a segment of dots would change the path.
    return /^\.{0,2}$/.test(value) ? "-" : encode(value).slice(0, 2_000);
  });

const queryOf = (operation: Operation, maker: Maker): string => {
  const { random } = maker;
  const parts: string[] = [];
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place !== "query" || !random.chance(required ? 0.95 : 0.4)) continue;
    const times = random.chance(0.03) ? 2 : 1;
    for (let time = 0; time < times; time += 1)
      parts.push(
        `${encode(name)}=${encode(stringify(makeValue(name, schema as JsonSchema, maker, 1))).slice(0, 3_000)}`,
      );
  }
  if (random.chance(maker.wrong / 3)) parts.push(random.pick(["odd=1", "=", "limit[]=1", "%ff=%ff", "__proto__=1"]));
  return parts.length > 0 ? `?${parts.join("&")}` : "";
};

const contentTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/jsonp",
  "json",
] as const;
const brokenBodies = ["{", "[]", "null", "1", '"text"', '{"a":1,}', "\u0000", '{"a":"\\ud800"}', "{}{}"] as const;

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

const bodyOf = (operation: Operation, maker: Maker): Pick<FuzzRequest, "headers" | "body"> => {
  const { random, wrong } = maker;
  const schema = operation.requestBody?.content["application/json"]?.schema as JsonSchema | undefined;
  const json = { "content-type": "application/json" };
  if (random.chance(wrong / 6)) return { headers: json, body: toBytes(random.pick(brokenBodies)) };
  const text = JSON.stringify(schema ? makeValue("", schema, maker) : {});
  if (random.chance(wrong / 6)) return { headers: { "content-type": random.pick(contentTypes) }, body: toBytes(text) };
  if (random.chance(0.02)) return { headers: { ...json, "content-encoding": "gzip" }, body: toBytes(text) };
  if (random.chance(0.02))
    return { headers: { ...json, "content-encoding": "gzip" }, body: new Uint8Array(gzipSync(text)) };
  if (random.chance(0.005)) return { headers: json, body: toBytes(`{"a":"${"x".repeat(300_000)}"}`) };
  return { headers: json, body: toBytes(text) };
};

/** Returns text that a header can contain. */
const headerText = (random: Random): string =>
  (random.pick(oddTexts) ?? "")
    .replace(/[^\u0020-\u007e]/g, "?")
    .slice(0, 4_000)
    .trim();

const headersOf = (operation: Operation, random: Random): Record<string, string> => ({
  ...(operation.parameters.some(({ name }) => name === "Idempotency-Key") && random.chance(0.3)
    ? { "idempotency-key": random.chance(0.5) ? String(random.below(20)) : headerText(random) }
    : {}),
  ...(random.chance(0.05) ? { "if-none-match": random.pick(["*", 'W/"x"', ",,,"]) } : {}),
  ...(random.chance(0.02) ? { accept: headerText(random) || "*/*" } : {}),
});

const changing = new Set(["POST", "PATCH", "PUT"]);

/** Lists every operation in an OpenAPI document with its method and path. */
export const listOperations = (document: OpenApiDocument): [method: string, path: string, operation: Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
      method.toUpperCase(),
      path,
      operation,
    ]),
  );

/** Builds a request for an operation from its description in the OpenAPI document. */
export const makeRequest = (
  [method, path, operation]: ReturnType<typeof listOperations>[number],
  maker: Maker,
): FuzzRequest => {
  const target = pathOf(path, operation, maker) + queryOf(operation, maker);
  const { headers, body } = changing.has(method) ? bodyOf(operation, maker) : { headers: {}, body: undefined };
  return {
    place: `${method} ${path}`,
    operation,
    method,
    target: maker.random.chance(0.1) ? target.replace(/\/(?=\?|$)/, "") : target,
    headers: { ...headers, ...headersOf(operation, maker.random) },
    body,
  };
};
