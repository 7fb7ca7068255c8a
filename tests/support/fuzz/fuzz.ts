import { roles } from "@/server/core/permissions";
import type { OpenApiDocument } from "@/server/endpoint/openapi";
import { serviceKey } from "@/server/endpoint/service-key";
import { goodPassword, makeAccount, makeOrganisation, signIn, uniqueEmail } from "../accounts";
import { type ForeignIds, keyOfParam, makeForeignIds } from "../foreign-ids";
import { createResponseCheck, type FuzzAnswer } from "./check-response";
import { type FuzzRequest, listOperations, makeRequest } from "./make-request";
import type { JsonSchema, Maker } from "./make-value";
import { createRandom, type Random } from "./random";

export type Send = (request: FuzzRequest) => Promise<FuzzAnswer>;

interface World {
  ids: ForeignIds;
  tokens: readonly string[];
  credentials: Readonly<Record<string, string>>;
}

/** Number of requests to send per organisation. It is below an organisation's limit of writes per minute. */
const perWorld = 40;

/** Creates an organisation with one object of every kind, and a session for every role. */
const makeWorld = async (): Promise<World> => {
  const org_id = await makeOrganisation("Fuzz");
  const ids = await makeForeignIds(org_id);
  const email = uniqueEmail();
  const sessions = [];
  for (const role of roles)
    sessions.push(
      await signIn(await makeAccount({ org_id, role, ...(role === "owner" ? { email, password: goodPassword } : {}) })),
    );
  const credentials = { email, password: goodPassword, refresh_token: sessions[0]?.refresh_token ?? "" };
  return { ids, credentials, tokens: sessions.map((session) => session.access_token) };
};

/** Valid values that a schema can't list. */
const usual = { time_zone: "Europe/Berlin", cron: "0 3 * * 1" };

/** Returns an existing value for a field of this name. */
const knownOf = (world: World, path: string, name: string): string | undefined =>
  ({ ...usual, ...world.ids, ...(path.startsWith("/api/auth/") ? world.credentials : {}) })[
    keyOfParam(path, name) ?? name
  ];

const authorisation = (random: Random, { tokens }: World, security: string): Record<string, string> => {
  if (random.chance(0.03)) return {};
  if (random.chance(0.03)) return { authorization: random.pick(["Bearer", "Bearer x.y.z", "Basic eDp5", "bearer  "]) };
  if (security === "ServiceKey") return { authorization: `Bearer ${serviceKey()}` };
  if (security === "AccessToken") return { authorization: `Bearer ${random.pick(tokens)}` };
  return {};
};

const resolverOf = (document: OpenApiDocument) => {
  const resolve = (schema: JsonSchema): JsonSchema => {
    const name = schema.$ref?.replace("#/components/schemas/", "");
    return name === undefined ? schema : resolve((document.components.schemas[name] ?? {}) as JsonSchema);
  };
  return resolve;
};

export interface Outcome {
  requests: number;
  /** Number of responses by status. */
  statuses: Record<number, number>;
  /** Each kind of error, with the first request that revealed it. */
  problems: string[];
  /** Operations that never succeeded. */
  neverDone: string[];
}

const show = ({ method, target, headers, body }: FuzzRequest): string => {
  const { authorization: _, ...rest } = headers;
  const text = body ? Buffer.from(body).toString().slice(0, 600) : "";
  return `${method} ${target.slice(0, 600)} ${JSON.stringify(rest)} ${text}`;
};

/** Sends requests for all operations in the OpenAPI document in turn, and checks every response against it. */
export const fuzz = async (document: OpenApiDocument, seed: number, count: number, send: Send): Promise<Outcome> => {
  const random = createRandom(seed);
  const operations = listOperations(document);
  const checkResponse = createResponseCheck(document);
  const resolve = resolverOf(document);
  const statuses: Record<number, number> = {};
  const problems = new Map<string, string>();
  const undone = new Set(operations.map(([method, path]) => `${method} ${path}`));
  let world = await makeWorld();
  for (let index = 0; index < count; index += 1) {
    if (index % perWorld === perWorld - 1) world = await makeWorld();
    const operation = operations[index % operations.length];
    if (!operation) break;
    const [, path, { security }] = operation;
    const maker: Maker = {
      random,
      resolve,
      wrong: random.pick([0, 0.03, 0.15, 0.5]),
      known: (name) => knownOf(world, path, name),
    };
    const request = makeRequest(operation, maker);
    Object.assign(request.headers, authorisation(random, world, Object.keys(security[0] ?? {})[0] ?? ""));
    const answer = await send(request);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status < 400) undone.delete(request.place);
    for (const problem of checkResponse(request, answer)) {
      const kind = `${request.place} ${answer.status}: ${problem}`;
      if (!problems.has(kind))
        problems.set(kind, `${kind}\n    #${index} ${show(request)}\n    ${answer.text.slice(0, 300)}`);
    }
  }
  return { requests: count, statuses, problems: [...problems.values()], neverDone: [...undone] };
};
