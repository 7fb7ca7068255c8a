import { createOpenApiDocument } from "@/server/endpoint/openapi";
import { createRestHandler } from "@/server/endpoint/rest";
import { expect, test } from "../support/api";
import { made, probeRouter } from "../support/probe-router";

const handle = createRestHandler(probeRouter, async () => null);
const sendRequest = (query: string, method = "GET"): Promise<Response> =>
  handle(new Request(`http://localhost:8000/api/probe/file/?${query}`, { method }));

test("a file is sent without the envelope, with a file name, while it is being generated", async () => {
  const response = await sendRequest("count=3");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="l_ne _1_.txt"; filename*=UTF-8''l%C3%ADne%20%221%22.txt`,
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-request-id")).toBeTruthy();
  expect(await response.text()).toBe("line 0\nline 1\nline 2\n");
  expect(await (await sendRequest("count=0")).text()).toBe("");
});

test("errors before the first byte are returned in the envelope", async () => {
  const refused = await sendRequest("count=-1");
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ success: false, error: { code: "conflict" } });
  const failed = await sendRequest("count=3&fail_at=0");
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({ success: false, error: { code: "internal" } });
  expect((await sendRequest("count=no")).status).toBe(400);
});

test("an error after the first byte aborts the response", async () => {
  const response = await sendRequest("count=5&fail_at=2");
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("The file is incomplete.");
});

test("generates no more of the file than is read, and closes the source when the reader cancels", async () => {
  made.chunks = 0;
  made.closed = 0;
  const reader = (await sendRequest("count=1000")).body?.getReader();
  await reader?.read();
  await reader?.read();
  expect(made.chunks).toBe(2);
  await reader?.cancel();
  expect(made.closed).toBe(1);
});

test("HEAD returns the headers without generating the file", async () => {
  made.chunks = 0;
  const response = await sendRequest("count=3", "HEAD");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toContain("attachment");
  expect(await response.text()).toBe("");
  expect(made.chunks).toBe(0);
  expect((await sendRequest("count=-1", "HEAD")).status).toBe(409);
});

test("the OpenAPI document describes the response as a file", () => {
  const { paths } = createOpenApiDocument(probeRouter, "http://localhost:8000");
  const responses = paths["/api/probe/file/"]?.["get"]?.responses ?? {};
  expect(Object.keys(responses["200"]?.content ?? {})).toEqual(["text/plain; charset=utf-8"]);
  expect(responses["400"]?.content).toHaveProperty("application/json");
});

test("a list response can include fields about the whole list", async () => {
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
