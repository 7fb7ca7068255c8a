import { propertiesOf, type Schema, sampleValue } from "@/app/api/docs/_page/sample-value";
import type { Operation } from "@/server/endpoint/openapi";
import { serviceKey } from "@/server/endpoint/service-key";
import { openApiDocument } from "@/server/http";
import { makeAccount, makeOrganisation, signIn } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { keyOfParam, makeForeignIds } from "@/tests/support/foreign-ids";
import { createRestClient, type Reply, type RestHandler, uniqueAddress } from "@/tests/support/rest-client";
import { rounds } from "@/tests/support/rounds";

/** Number of values from the list below to try in each field. Each field starts where the previous one stopped. */
const valuesOfField = rounds("HOSTILE_VALUES", { usual: 4, promised: 18 });

const hostile: readonly unknown[] = [
  "a\0b",
  "\ud83d",
  "👩‍🦽\u202e\ufeff",
  "",
  "'; DROP TABLE users; --",
  "%_\\",
  "../../../etc/passwd",
  "x".repeat(5_000),
  null,
  -1,
  1e308,
  9_007_199_254_740_991,
  2_147_483_648,
  true,
  [],
  ["a\0b"],
  {},
  { "a\0b": { __proto__: null } },
];

interface Place {
  method: string;
  path: string;
  operation: Operation;
}

// Excludes /api/ready, which would start the scanner to check its health.
const places: Place[] = Object.entries(openApiDocument().paths)
  .filter(([path]) => path !== "/api/ready")
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Returns a client for a new organisation that has one object of every kind and hasn't made any calls yet. */
const newcomer = async (rest: RestHandler, { operation }: Place) => {
  const org_id = await makeOrganisation();
  const session = await signIn(await makeAccount({ org_id, role: "owner" }));
  const token = operation["x-permission"] === "service-key" ? serviceKey() : session.access_token;
  const client = createRestClient(rest, async () => ({
    authorization: `Bearer ${token}`,
    "x-client-ip": uniqueAddress(),
  }));
  return { client, ids: await makeForeignIds(org_id) };
};

/** Returns a complete, valid input: ids of this organisation's objects, and sample values for all other fields. */
const rightInput = ({ path, operation }: Place, ids: Readonly<Record<string, string>>): Record<string, unknown> => {
  const body = operation.requestBody?.content["application/json"]?.schema ?? {};
  const fields: [string, Schema][] = [
    ...operation.parameters
      .filter((each) => each.in !== "header")
      .map(({ name, schema }): [string, Schema] => [name, schema]),
    ...propertiesOf(body),
  ];
  const valueFor = (name: string, schema: Schema): unknown =>
    ids[keyOfParam(path, name) ?? name] ?? sampleValue(schema);
  return {
    ...Object.fromEntries(fields.map(([name, schema]) => [name, valueFor(name, schema)])),
    ...(path === "/api/report/" ? { format: "json" } : {}),
  };
};

/** Replaces lone surrogates, which a URL can't contain. */
const wellFormed = (value: unknown): string => Buffer.from(String(value)).toString();

const call = (client: ReturnType<typeof createRestClient>, { method, path }: Place, input: Record<string, unknown>) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wellFormed(input[name]) || "-"));
  const others = Object.entries(input).filter(([name]) => !inPath.includes(name));
  if (method === "POST" || method === "PATCH") return client.send(method, address, Object.fromEntries(others));
  const query = new URLSearchParams(others.map(([name, value]) => [name, wellFormed(value)]));
  return client.send(method, `${address}?${query}`);
};

/** Returns `count` values starting at index `start`, wrapping around to the first. */
const turn = (start: number, count: number): unknown[] =>
  Array.from({ length: Math.min(count, hostile.length) }, (_, index) => hostile[(start + index) % hostile.length]);

/** Returns how many calls a test makes to this endpoint, to stay below an organisation's per-minute limits. */
const callsOfOne = ({ path }: Place): number => {
  if (path.startsWith("/api/journeys/") && path.endsWith("/try/")) return 6;
  return path.endsWith("/export/") ? 15 : 50;
};

type Body = Reply["body"];

const isWrong = (status: number, body: Body): boolean =>
  status === 429 || (status >= 500 && body?.error?.code !== "not_configured");

const inWords = ({ method, path }: Place, name: string, value: unknown, body: Body): string =>
  `${method} ${path} ${name} = ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(body?.error)}`;

test("no value in any field of any endpoint causes an internal error", async ({ rest }) => {
  test.setTimeout(600_000);
  const statuses: Record<number, number> = {};
  const wrong: string[] = [];
  let first = 0;
  for (const place of places) {
    let { client, ids } = await newcomer(rest, place);
    let calls = 0;
    for (const name of Object.keys(rightInput(place, ids))) {
      first += valuesOfField;
      for (const value of turn(first, valuesOfField)) {
        calls += 1;
        if (calls % callsOfOne(place) === 0) ({ client, ids } = await newcomer(rest, place));
        const { status, body } = await call(client, place, { ...rightInput(place, ids), [name]: value });
        if (isWrong(status, body)) wrong.push(inWords(place, name, value, body));
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }
  }
  console.log(`hostile values: ${JSON.stringify(statuses)}`);
  expect(wrong).toEqual([]);
  expect(statuses[400]).toBeGreaterThan(500);
});
