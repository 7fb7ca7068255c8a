import { expect, test } from "@playwright/test";
import { z } from "zod";
import type { Rest } from "@/server/endpoint/declaration";
import { query, router } from "@/server/endpoint/endpoint";
import { createMatcher, listRoutes } from "@/server/endpoint/routes";

const at = (rest: Rest, input = z.strictObject({})) =>
  query({
    rest,
    summary: "A thing",
    access: "public",
    limit: "read",
    input,
    output: z.object({}),
    run: async () => ({}),
  });

const byId = z.strictObject({ id: z.string() });
const match = createMatcher(
  listRoutes(
    router({
      list: at("GET /api/things/"),
      get: at("GET /api/things/{id}/", byId),
      latest: at("GET /api/things/latest/"),
      parts: at("GET /api/things/{id}/parts/", byId),
      health: at("GET /api/health"),
    }),
  ),
);
const found = (path: string) => {
  const result = match(path);
  return result && { name: result.routes.get("GET")?.name, params: { ...result.params } };
};

test("finds a path with and without its trailing slash, however it was declared", () => {
  for (const path of ["/api/things/", "/api/things"]) expect(found(path)).toEqual({ name: "list", params: {} });
  for (const path of ["/api/health/", "/api/health"]) expect(found(path)).toEqual({ name: "health", params: {} });
});

test("a literal segment takes precedence over a parameter", () => {
  expect(found("/api/things/latest/")).toEqual({ name: "latest", params: {} });
  expect(found("/api/things/late/")).toEqual({ name: "get", params: { id: "late" } });
  expect(found("/api/things/latest/parts/")).toEqual({ name: "parts", params: { id: "latest" } });
});

test("decodes a parameter once, and an encoded slash doesn't start a segment", () => {
  expect(found("/api/things/a%20b")?.params).toEqual({ id: "a b" });
  expect(found("/api/things/a%2Fparts")).toEqual({ name: "get", params: { id: "a/parts" } });
  expect(found("/api/things/a%252F")?.params).toEqual({ id: "a%2F" });
  expect(found("/api%2Fthings")).toBeNull();
});

for (const path of [
  "/",
  "/api",
  "/api//things/",
  "/api/things//",
  "/api/things//parts/",
  "/api/things/%",
  "/api/things/%zz",
  "/api/things/%c3%28",
  "/API/things/",
  "/api/thing%73",
  "/api/__proto__",
  "/api/constructor/",
  "/api/things/1/parts/2",
])
  test(`returns no route for ${path}`, () => {
    expect(match(path)).toBeNull();
  });

test("listing the routes throws for a procedure without a declaration", () => {
  const bare = { _def: { procedures: { odd: { _def: {} } } } } as unknown as Parameters<typeof listRoutes>[0];
  expect(() => listRoutes(bare)).toThrow("odd has no declaration");
});
