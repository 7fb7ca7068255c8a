import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import type { CallContext } from "@/server/core/context";
import { log } from "@/server/core/log";
import { streamResponse } from "@/server/core/stream";

const contextOf = (method: string) =>
  ({ call: { id: "a call", method }, reply: { headers: new Headers() } }) as unknown as CallContext;

const fileOf = (chunks: () => AsyncIterator<string>) => ({
  content_type: "text/csv",
  file_name: "Fünf Zeilen.csv",
  chunks,
});

let errors: ReturnType<typeof mock.method<typeof log, "error">>;

test.beforeEach(() => {
  errors = mock.method(log, "error", () => undefined);
});

test.afterEach(() => errors.mock.restore());

test("sends the whole file, in order, with its file name", async () => {
  const response = await streamResponse(
    contextOf("GET"),
    fileOf(async function* () {
      yield* ["a,b\n", "1,2\n", "é,4\n"];
    }),
  );
  expect(await response.text()).toBe("a,b\n1,2\né,4\n");
  expect(response.headers.get("content-type")).toBe("text/csv");
  expect(response.headers.get("content-disposition")).toBe(
    "attachment; filename=\"F_nf Zeilen.csv\"; filename*=UTF-8''F%C3%BCnf%20Zeilen.csv",
  );
  expect(errors.mock.callCount()).toBe(0);
});

test("closes the source and logs no error when the client disconnects in the middle of a chunk", async () => {
  let release = (): void => undefined;
  let reached = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let open = true;
  const response = await streamResponse(
    contextOf("GET"),
    fileOf(async function* () {
      try {
        yield "first";
        reached();
        await released;
        yield "second";
      } finally {
        open = false;
      }
    }),
  );
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
  const second = reader?.read();
  await waiting;
  const gone = reader?.cancel();
  release();
  await gone;
  expect(await second).toEqual({ done: true, value: undefined });
  expect(open).toBe(false);
  expect(errors.mock.callCount()).toBe(0);
});

test("throws if the source fails at the first chunk; if it fails later, breaks the connection and logs the cause", async () => {
  const broken = fileOf(async function* () {
    yield "first";
    throw new Error("the database is unreachable");
  });
  const response = await streamResponse(contextOf("GET"), broken);
  await expect(response.text()).rejects.toThrow("the database is unreachable");
  expect(errors.mock.calls.map(({ arguments: [, message] }) => message)).toEqual(["failed to send the rest of a file"]);

  const unstarted = fileOf(() => ({ next: () => Promise.reject(new Error("no such audit")) }));
  await expect(streamResponse(contextOf("GET"), unstarted)).rejects.toThrow("no such audit");
});

test("responds to HEAD with the headers, without reading the source", async () => {
  const response = await streamResponse(
    contextOf("HEAD"),
    fileOf(() => {
      throw new Error("The source must not be read.");
    }),
  );
  expect(response.headers.get("content-type")).toBe("text/csv");
  expect(await response.text()).toBe("");
});
