import { expect, test } from "@playwright/test";
import { z } from "zod";
import { mutation } from "@/server/core/endpoint";

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

test("an endpoint without a transaction of its own can't promise to answer a key once", () => {
  expect(() => mutation({ ...spec, idempotent: true, transaction: false })).toThrow("POST /api/things/");
  expect(() => mutation({ ...spec, idempotent: true })).not.toThrow();
  expect(() => mutation({ ...spec, transaction: false })).not.toThrow();
  expect(() => mutation({ ...spec, outside: async () => "", transaction: false })).toThrow("POST /api/things/");
});

// What does not compile need not be tested at run time; these lines fail the type check when they begin to compile.
export const refusedByTheCompiler = [
  // @ts-expect-error: access is missing.
  () => mutation({ ...spec, access: undefined }),
  // @ts-expect-error: there is no such permission.
  () => mutation({ ...spec, access: "websites.paint" }),
  // @ts-expect-error: there is no such limit.
  () => mutation({ ...spec, limit: "often" }),
  // @ts-expect-error: the output is another one.
  () => mutation({ ...spec, output: z.object({ id: z.string() }) }),
  // @ts-expect-error: nothing brings what the verb wants.
  () => mutation({ ...spec, run: async (_ctx, _input, brought: string) => ({ brought }) }),
  // @ts-expect-error: a mutation says what it writes to the audit log, if only null.
  () => mutation({ ...spec, audit: undefined }),
];
