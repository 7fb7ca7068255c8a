import type { z } from "zod";
import { limits } from "@/server/core/limits";
import { isPermission, roleMay, roles } from "@/server/core/permissions";
import { isPage } from "@/server/core/schema";
import type { Route } from "@/server/endpoint/routes";
import { serviceKey } from "@/server/endpoint/service-key";
import { expect, test } from "../support/api";
import {
  callEndpoint,
  fill,
  inputOf,
  needsUser,
  paramsOf,
  requiredSamples,
  routes,
  takesBody,
  titleOf,
} from "../support/endpoints";
import { keyOfParam, makeForeignIds } from "../support/foreign-ids";

// Tests that every endpoint behaves as declared. A new endpoint needs no change here unless it takes the id of a new
// kind of object; in that case, create such an object in tests/support/foreign-ids.

const metaOf = ({ procedure }: Route) =>
  procedure._def as unknown as { output?: z.ZodType; meta: { openapi: { summary: string; errorResponses: object } } };

const isList = (route: Route): boolean => {
  const { output } = metaOf(route);
  return output !== undefined && isPage(output);
};

test("no two endpoints have the same method and path", () => {
  expect(routes.length).toBeGreaterThan(10);
  const places = routes.map(({ declared }) => `${declared.method} ${declared.path.replace(/\{\w+\}/g, "{}")}`);
  expect(new Set(places).size).toBe(places.length);
});

for (const route of routes) {
  const { declared } = route;
  const { access } = declared;

  test(`${titleOf(route)} declares its access, limit, output, summary and errors`, () => {
    const { output, meta } = metaOf(route);
    expect(["public", "session", "service-key", "signature"].includes(access) || isPermission(access)).toBe(true);
    expect(Object.keys(limits)).toContain(declared.limit);
    expect(output).toBeDefined();
    expect(meta.openapi.summary).toMatch(/^[A-Z].{8,120}[^.]$/);
    expect(Object.keys(meta.openapi.errorResponses)).toEqual(expect.arrayContaining(["400", "429", "500"]));
    for (const param of paramsOf(route)) expect(Object.keys(inputOf(route).shape)).toContain(param);
    if (needsUser(route) && declared.method !== "GET") expect(declared.audit).toMatch(/^\w+\.\w+$/);
  });

  if (needsUser(route))
    test(`${titleOf(route)} returns 401 without a token [#129]`, async ({ visitor }) => {
      const reply = await callEndpoint(visitor, route, fill(declared.path), {});
      expect(reply).toFail(401, "not_authenticated");
      expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    });

  if (access === "service-key")
    test(`${titleOf(route)} returns 401 without a key and 403 with a wrong one [#54] [#55]`, async ({ visitor }) => {
      expect(await callEndpoint(visitor, route, fill(declared.path), {})).toFail(401, "not_authenticated");
      const wrong = { authorization: "Bearer wrong" };
      const body = takesBody(route) ? {} : undefined;
      expect(await visitor.send(declared.method, fill(declared.path), body, wrong)).toFail(403, "forbidden");
    });

  if (access === "signature")
    test(`${titleOf(route)} rejects an unsigned request`, async ({ visitor }) => {
      const reply = await callEndpoint(visitor, route, fill(declared.path), {});
      expect([400, 401]).toContain(reply.status);
      expect(reply.body?.success).toBe(false);
    });

  const without = isPermission(access) ? roles.find((role) => !roleMay(role, access)) : undefined;
  if (without)
    test(`${titleOf(route)} returns 403 for the role ${without}, which lacks ${access} [#131]`, async ({ as }) => {
      const reply = await callEndpoint(as(without), route, fill(declared.path), {});
      expect(reply).toFail(403, "forbidden", { permission: access });
    });

  if (takesBody(route) && access !== "signature")
    test(`${titleOf(route)} returns 400 and names an unknown key`, async ({ visitor, as }) => {
      const client = needsUser(route) ? as("owner") : visitor;
      const key = { authorization: `Bearer ${serviceKey()}` };
      const headers = access === "service-key" ? key : undefined;
      const reply = await client.send(declared.method, fill(declared.path), { no_such_field: 1 }, headers);
      expect(reply).toFail(400, "invalid_input");
      expect(reply.body?.error?.details).toContainEqual(expect.objectContaining({ path: "no_such_field" }));
    });

  if (!isPermission(access)) continue;
  const params = paramsOf(route);
  const fields = Object.keys(inputOf(route).shape).filter(
    (name) => /_id$/.test(name) && name !== "assignee_id" && name !== "rule_id",
  );
  const named = params.length > 0 ? [null] : fields;
  for (const field of named)
    test(`${titleOf(route)} returns 404 for another organisation's ${field ?? params.join(" and ")}`, async ({
      as,
      otherOrganisation,
    }) => {
      const ids = await makeForeignIds(await otherOrganisation().id());
      const keys = params.map((param) => [param, keyOfParam(declared.path, param)] as const);
      for (const [param, key] of keys)
        expect(ids, `tests/support/foreign-ids must say what {${param}} is`).toHaveProperty(String(key));
      const path = fill(declared.path, Object.fromEntries(keys.map(([param, key]) => [param, ids[String(key)] ?? ""])));
      if (field) expect(ids, `tests/support/foreign-ids must create an object for ${field}`).toHaveProperty(field);
      const input = { ...requiredSamples(route), ...(field ? { [field]: ids[field] } : {}) };
      const reply = await callEndpoint(as("owner"), route, path, input);
      // An endpoint that lists what belongs to the object with this id may return an empty list instead.
      if (isList(route) && reply.status === 200) expect(reply.data).toEqual([]);
      else expect(reply).toFail(404, "not_found");
    });
}
