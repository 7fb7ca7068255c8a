import type { z } from "zod";
import { newId } from "@/server/core/ids";
import { isPermission } from "@/server/core/permissions";
import { listRoutes, type Route } from "@/server/endpoint/routes";
import { appRouter } from "@/server/router";
import type { Reply, RestClient } from "./rest-client";

/** Every endpoint of both services. */
export const routes = listRoutes(appRouter);
export const titleOf = ({ declared }: Route): string => `${declared.method} ${declared.path}`;
export const paramsOf = ({ declared }: Route): string[] =>
  [...declared.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
export const needsUser = ({ declared }: Route): boolean =>
  declared.access === "session" || isPermission(declared.access);
export const takesBody = ({ declared }: Route): boolean => declared.method === "POST" || declared.method === "PATCH";

export const inputOf = ({ procedure }: Route): z.ZodObject =>
  (procedure._def as unknown as { inputs: [z.ZodObject] }).inputs[0];

/** Returns the path with these values for its parameters, and made-up ids for the remaining parameters. */
export const fill = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? newId());

/** Values for required fields, which endpoints validate before they look up the object. */
const samples: Readonly<Record<string, unknown>> = {
  variant: "full",
  format: "csv",
  status: "ignored",
  reason: "Later",
  email: "somebody@example.org",
  role: "viewer",
  property: "sc-domain:example.org",
  name: "Somebody",
  confirm_name: "Somebody",
  new_owner_id: newId(),
  url: "https://example.org/",
  origins: ["https://example.org"],
  method: { kind: "basic", user_name: "ada", password: "sample-password" },
  steps: [{ action: "scan", name: "start" }],
  text: "name: Search",
  content: "https://example.org/",
  starts_at: "2026-11-20T09:00:00Z",
  ends_at: "2026-11-20T10:00:00Z",
  frequency: "daily",
  time_zone: "Europe/Berlin",
};

/** Returns a value for each required field of an endpoint. */
export const requiredSamples = (route: Route): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(samples).filter(([name]) => {
      const field = inputOf(route).shape[name] as z.ZodType | undefined;
      return field && !field.safeParse(undefined).success;
    }),
  );

/** Calls an endpoint over REST, with its input in the query or the body depending on the method. */
export const callEndpoint = (
  client: RestClient,
  { declared }: Route,
  path: string,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const { method } = declared;
  if (method === "POST" || method === "PATCH") return client.send(method, path, input, headers);
  const query = new URLSearchParams(input as Record<string, string>).toString();
  return client.send(method, query ? `${path}?${query}` : path, undefined, headers);
};
