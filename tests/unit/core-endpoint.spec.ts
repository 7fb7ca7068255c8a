import { expect, test } from "@playwright/test";
import { z } from "zod";
import { mutation } from "@/server/endpoint/endpoint";

const spec = {
  rest: "POST /api/things/",
  summary: "Make a thing",
  access: "public",
  limit: "write",
  audit: null,
  input: z.strictObject({}),
  output: z.object({}),
  run: async () => ({}),
} as const;

test("an endpoint without its own transaction can't accept an idempotency key", () => {
  expect(() => mutation({ ...spec, idempotent: true, transaction: false })).toThrow("POST /api/things/");
  expect(() => mutation({ ...spec, idempotent: true })).not.toThrow();
  expect(() => mutation({ ...spec, transaction: false })).not.toThrow();
  expect(() => mutation({ ...spec, outside: async () => "", transaction: false })).toThrow("POST /api/things/");
});

test("an endpoint that writes its audit log entry before it acts can't have its own transaction", () => {
  expect(() => mutation({ ...spec, prepare: async () => "" })).toThrow("POST /api/things/");
  expect(() => mutation({ ...spec, prepare: async () => "", transaction: false })).not.toThrow();
});

// The type check fails when one of these lines starts to compile.
export const refusedByTheCompiler = [
  // @ts-expect-error: access is missing.
  () => mutation({ ...spec, access: undefined }),
  // @ts-expect-error: there is no such permission.
  () => mutation({ ...spec, access: "websites.paint" }),
  // @ts-expect-error: there is no such limit.
  () => mutation({ ...spec, limit: "often" }),
  // @ts-expect-error: `run` returns something other than the declared output.
  () => mutation({ ...spec, output: z.object({ id: z.string() }) }),
  // @ts-expect-error: `run` expects a third argument, but no `outside` provides one.
  () => mutation({ ...spec, run: async (_ctx, _input, fetched: string) => ({ fetched }) }),
  // @ts-expect-error: a mutation has to declare what it writes to the audit log, even if it writes nothing.
  () => mutation({ ...spec, audit: undefined }),
];
