import { expect, test } from "@playwright/test";
import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { AppError, errorTable, notFound } from "@/server/core/errors";
import { invalidInput, toAppError, toTrpcError } from "@/server/core/problem";

const inputError = (schema: z.ZodType, input: unknown): TRPCError =>
  new TRPCError({ code: "BAD_REQUEST", cause: schema.safeParse(input).error });

test("an unknown error says nothing of itself, and keeps its cause for the log", () => {
  const cause = new Error("password=hunter2 at /srv/app.js");
  const problem = toAppError(cause);
  expect(problem).toMatchObject({ code: "internal", status: 500, details: undefined, cause });
  expect(problem.message).not.toContain("hunter2");
});

test("a value that is no error at all is an internal error", () => {
  for (const thrown of [null, undefined, "text", 7, {}]) expect(toAppError(thrown).code).toBe("internal");
});

test("every wrong field is named, unknown keys by their full path", () => {
  const schema = z.strictObject({ email: z.email(), deep: z.strictObject({ n: z.number() }), list: z.array(z.int()) });
  const problem = toAppError(inputError(schema, { email: "x", deep: { n: 1, extra: 2 }, list: [1, "2"], odd: 0 }));
  expect(problem).toMatchObject({ code: "invalid_input", status: 400 });
  const details = problem.details as { path: string; message: string }[];
  expect(details.map(({ path }) => path).sort()).toEqual(["deep.extra", "email", "list.1", "odd"]);
  for (const { message } of details) expect(message).not.toBe("");
});

test("a missing field is said to be required, with its type, unless the schema has words of its own", () => {
  const schema = z.object({
    subject: z.string(),
    data: z.object({ count: z.int() }),
    options: z.object({ limit: z.number() }),
    name: z.string("Give a name."),
  });
  const { details } = toAppError(inputError(schema, { options: {} }));
  expect(details).toEqual([
    { path: "subject", message: "This field is required (string)." },
    { path: "data", message: "This field is required (object)." },
    { path: "options.limit", message: "This field is required (number)." },
    { path: "name", message: "Give a name." },
  ]);
});

test("a field that is there and wrong is not said to be missing, whatever the language of zod's own words", () => {
  const schema = z.object({ subject: z.string(), limit: z.number() });
  const input = { subject: null, limit: "undefined" };
  z.config(z.locales.de());
  try {
    const { details } = toAppError(inputError(schema, input));
    for (const { message } of details as { message: string }[]) expect(message).toMatch(/^Ungültige Eingabe/);
    expect(toAppError(inputError(schema, { ...input, subject: undefined })).details).toContainEqual({
      path: "subject",
      message: "This field is required (string).",
    });
  } finally {
    z.config(z.locales.en());
  }
  const told = "Invalid input: expected string, received undefined";
  const own = z.string().refine(() => false, told);
  expect(toAppError(inputError(z.object({ own }), { own: "x" })).details).toEqual([{ path: "own", message: told }]);
});

test("the message names a few fields and counts the others", () => {
  const problems = Array.from({ length: 30 }, (_, index) => ({ path: `f${index}`, message: "wrong" }));
  const problem = invalidInput(problems);
  expect(problem.message).toBe("Please check f0, f1, f2, f3, f4 and 25 more.");
  expect(problem.details).toHaveLength(30);
});

test("a verb's failure survives tRPC and comes out the same", () => {
  const problem = notFound("website", "w1");
  const wrapped = new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: problem });
  expect(toAppError(wrapped)).toBe(problem);
  expect(toAppError(toTrpcError(problem))).toBe(problem);
});

test("a wrong output of ours is our fault, not the caller's", () => {
  const cause = z.string().safeParse(1).error;
  expect(toAppError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause })).code).toBe("internal");
});

for (const [trpc, code] of [
  ["PARSE_ERROR", "invalid_json"],
  ["BAD_REQUEST", "invalid_input"],
  ["NOT_FOUND", "not_found"],
  ["METHOD_NOT_SUPPORTED", "method_not_allowed"],
  ["PAYLOAD_TOO_LARGE", "too_large"],
  ["UNSUPPORTED_MEDIA_TYPE", "unsupported_media_type"],
  ["INTERNAL_SERVER_ERROR", "internal"],
] as const)
  test(`tRPC's own ${trpc} is ${code}, without its text`, () => {
    const problem = toAppError(new TRPCError({ code: trpc, message: "secret details" }));
    expect(problem.code).toBe(code);
    expect(problem.message).not.toContain("secret");
  });

for (const code of Object.keys(errorTable) as (keyof typeof errorTable)[])
  test(`${code} keeps its code through tRPC`, () => {
    const error = toTrpcError(new AppError(code, "Said by a verb."));
    expect(error.code).toBe(errorTable[code].trpc);
    expect(toAppError(error)).toMatchObject({ code, message: "Said by a verb." });
  });

for (const [what, error] of [
  ["a server that is gone", Object.assign(new Error(), { code: "ECONNREFUSED" })],
  ["a lost connection", new Error("Connection terminated unexpectedly")],
  ["Prisma's unreachable", { code: "P1001" }],
  ["a transaction that waited too long", { code: "P2028" }],
  [
    "a raw query without a server",
    { code: "P2010", meta: { driverAdapterError: { cause: { kind: "DatabaseNotReachable" } } } },
  ],
  [
    "a server that is shutting down",
    { code: "P2039", meta: { driverAdapterError: { cause: { originalCode: "57P01" } } } },
  ],
  ["a deadlock", { code: "P2010", meta: { driverAdapterError: { cause: { originalCode: "40P01" } } } }],
] as const)
  test(`${what} is 503, and says nothing of the server`, () => {
    expect(toAppError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: error }))).toMatchObject({
      code: "unavailable",
      message: "The database is not available. Please try again soon.",
    });
  });

test("a unique value taken by somebody faster is a conflict", () => {
  expect(toAppError({ code: "P2002" }).code).toBe("conflict");
  const raw = { code: "P2010", meta: { driverAdapterError: { cause: { kind: "UniqueConstraintViolation" } } } };
  expect(toAppError(raw).code).toBe("conflict");
});

test("a row removed by somebody faster is not found", () => {
  expect(toAppError({ code: "P2025" }).code).toBe("not_found");
});

test("an error that is its own cause is not followed for ever", () => {
  const error: { cause?: unknown } = {};
  error.cause = error;
  expect(toAppError(error).code).toBe("internal");
});

test("a failure made by another copy of the module, as Next bundles them, is known all the same", () => {
  const foreign = Object.assign(new Error("The store failed."), {
    [Symbol.for("curbcut.AppError")]: true,
    code: "upstream_failed",
    status: 502,
  });
  expect(foreign).toBeInstanceOf(AppError);
  expect(toAppError(foreign)).toMatchObject({ code: "upstream_failed", status: 502 });
  expect(new Error("The store failed.")).not.toBeInstanceOf(AppError);
});
