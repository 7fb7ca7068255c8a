import { createOpenApiDocument } from "@/server/core/openapi";
import { createRestHandler } from "@/server/core/rest";
import { expect, test } from "../support/api";
import { made, probeRouter } from "../support/probe-router";

const handle = createRestHandler(probeRouter, async () => null);
const ask = (query: string, method = "GET"): Promise<Response> =>
  handle(new Request(`http://localhost:8000/api/probe/file/?${query}`, { method }));

test("a file is sent outside the envelope, named, as it is made", async () => {
  const response = await ask("count=3");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="l_ne _1_.txt"; filename*=UTF-8''l%C3%ADne%20%221%22.txt`,
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-request-id")).toBeTruthy();
  expect(await response.text()).toBe("line 0\nline 1\nline 2\n");
  expect(await (await ask("count=0")).text()).toBe("");
});

test("a refusal and a failure before the first byte are errors in the envelope", async () => {
  const refused = await ask("count=-1");
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ success: false, error: { code: "conflict" } });
  const failed = await ask("count=3&fail_at=0");
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({ success: false, error: { code: "internal" } });
  expect((await ask("count=no")).status).toBe(400);
});

test("a failure in the middle breaks the answer off", async () => {
  const response = await ask("count=5&fail_at=2");
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("The file broke off.");
});

test("no more is made than is taken, and what is made is closed when nobody takes it", async () => {
  made.chunks = 0;
  made.closed = 0;
  const reader = (await ask("count=1000")).body?.getReader();
  await reader?.read();
  await reader?.read();
  expect(made.chunks).toBe(2);
  await reader?.cancel();
  expect(made.closed).toBe(1);
});

test("HEAD says what would come and makes nothing of it", async () => {
  made.chunks = 0;
  const response = await ask("count=3", "HEAD");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toContain("attachment");
  expect(await response.text()).toBe("");
  expect(made.chunks).toBe(0);
  expect((await ask("count=-1", "HEAD")).status).toBe(409);
});

test("the OpenAPI document says that it is a file", () => {
  const { paths } = createOpenApiDocument(probeRouter, "http://localhost:8000");
  const responses = paths["/api/probe/file/"]?.["get"]?.responses ?? {};
  expect(Object.keys(responses["200"]?.content ?? {})).toEqual(["text/plain; charset=utf-8"]);
  expect(responses["400"]?.content).toHaveProperty("application/json");
});

test("a list may say something of itself as a whole", async () => {
  const response = await handle(new Request("http://localhost:8000/api/probe/summed/"));
  expect(await response.json()).toMatchObject({
    data: { total: 5, items: [{}, {}] },
    meta: { next_cursor: expect.any(String) },
  });
  const { paths } = createOpenApiDocument(probeRouter, "http://localhost:8000");
  const schema = paths["/api/probe/summed/"]?.["get"]?.responses["200"]?.content?.["application/json"]?.schema;
  const data = (schema as { properties: { data: { properties: object; required: string[] } } }).properties.data;
  expect(data.required.toSorted()).toEqual(["items", "total"]);
});
