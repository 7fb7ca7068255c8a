import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { AppError } from "@/server/core/errors";
import { decodeBody, parseJsonObject, readCapped } from "@/server/endpoint/body";

const json = new Headers({ "content-type": "application/json" });
const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return "no error";
};
const parse = (text: string | Uint8Array, headers = json) => parseJsonObject(headers, Buffer.from(text));

const streamed = (chunk: Uint8Array, chunks: number) => {
  const state = { sent: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (state.sent === chunks) return controller.close();
      state.sent += 1;
      controller.enqueue(chunk);
    },
    cancel: () => {
      state.cancelled = true;
    },
  });
  const request = new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
  return { request, state };
};

test("stops reading a body of unknown length at the first byte over the limit", async () => {
  const { request, state } = streamed(new Uint8Array(1_000), 1_000_000);
  expect(await codeOf(() => readCapped(request, 10_000))).toBe("too_large");
  expect(state.sent).toBeLessThan(20);
  expect(state.cancelled).toBe(true);
});

test("reads a body that is exactly as long as the limit", async () => {
  const { request } = streamed(new Uint8Array(1_000).fill(7), 10);
  const body = await readCapped(request, 10_000);
  expect(body).toHaveLength(10_000);
  expect(body.every((byte) => byte === 7)).toBe(true);
});

test("rejects a Content-Length over the limit before reading a byte", async () => {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: "{}",
    headers: { "content-length": "10001" },
  });
  expect(await codeOf(() => readCapped(request, 10_000))).toBe("too_large");
  expect(request.bodyUsed).toBe(false);
});

test("rejects a body over the limit even when its Content-Length is smaller", async () => {
  const body = "x".repeat(10_001);
  const request = new Request("http://localhost/", { method: "POST", body, headers: { "content-length": "1" } });
  expect(await codeOf(() => readCapped(request, 10_000))).toBe("too_large");
});

test("returns invalid_json when the caller disconnects in the middle of a body", async () => {
  const body = new ReadableStream({
    start: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const request = new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
  expect(await codeOf(() => readCapped(request, 10))).toBe("invalid_json");
});

test("decompresses gzip up to the limit", async () => {
  const gzip = new Headers({ "content-encoding": "GZIP" });
  expect((await decodeBody(gzip, gzipSync("hello"), 10)).toString()).toBe("hello");
  expect(await codeOf(() => decodeBody(gzip, gzipSync(Buffer.alloc(5_000_000)), 1_000_000))).toBe("too_large");
  expect(await codeOf(() => decodeBody(gzip, Buffer.from("not gzip"), 1_000))).toBe("invalid_json");
  expect(await codeOf(() => decodeBody(gzip, gzipSync("hello").subarray(0, 12), 1_000))).toBe("invalid_json");
});

test("rejects other content encodings", async () => {
  const brotli = new Headers({ "content-encoding": "br" });
  expect(await codeOf(() => decodeBody(brotli, Buffer.from("{}"), 10))).toBe("unsupported_media_type");
});

test("treats an empty body of any type as an empty object", () => {
  expect(parse("")).toEqual({});
  expect(parse("", new Headers({ "content-type": "text/plain" }))).toEqual({});
});

for (const type of [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "",
  "application/jsonp",
])
  test(`rejects a body of type "${type}" as JSON`, async () => {
    expect(await codeOf(() => parse("{}", new Headers({ "content-type": type })))).toBe("unsupported_media_type");
  });

for (const type of ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/scan+json"])
  test(`accepts a body of type "${type}" as JSON`, () => {
    expect(parse('{"a":1}', new Headers({ "content-type": type }))).toEqual({ a: 1 });
  });

for (const [what, text] of [
  ["half an object", '{"a":'],
  ["a trailing comma", '{"a":1,}'],
  ["two values", "{}{}"],
  ["a control character in a string", '{"a":"\n"}'],
  ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
] as const)
  test(`returns invalid_json for ${what}`, async () => {
    expect(await codeOf(() => parse(text))).toBe("invalid_json");
  });

for (const text of ["null", "[]", '[{"a":1}]', '"text"', "1", "true"])
  test(`rejects ${text}, which is JSON but not an object`, async () => {
    expect(await codeOf(() => parse(text))).toBe("invalid_input");
  });

test("a key named __proto__ doesn't change a prototype", () => {
  const value = parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect((value as { admin?: unknown }).admin).toBeUndefined();
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});
