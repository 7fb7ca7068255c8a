import { expect, test } from "@playwright/test";
import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { AppError, errorTable, notFound } from "@/server/core/errors";
import { invalidInput, toAppError, toTrpcError } from "@/server/core/problem";

const inputError = (schema: z.ZodType, input: unknown): TRPCError =>
  new TRPCError({ code: "BAD_REQUEST", cause: schema.safeParse(input).error });

test("an unknown error reveals nothing, and keeps its cause for the log", () => {
  const cause = new Error("password=hunter2 at /srv/app.js");
  const problem = toAppError(cause);
  expect(problem).toMatchObject({ code: "internal", status: 500, details: undefined, cause });
  expect(problem.message).not.toContain("hunter2");
});

test("a thrown value that isn't an error is an internal error", () => {
  for (const thrown of [null, undefined, "text", 7, {}]) expect(toAppError(thrown).code).toBe("internal");
});

test("names every invalid field, and unknown keys by their full path", () => {
  const schema = z.strictObject({ email: z.email(), deep: z.strictObject({ n: z.number() }), list: z.array(z.int()) });
  const problem = toAppError(inputError(schema, { email: "x", deep: { n: 1, extra: 2 }, list: [1, "2"], odd: 0 }));
  expect(problem).toMatchObject({ code: "invalid_input", status: 400 });
  const details = problem.details as { path: string; message: string }[];
  expect(details.map(({ path }) => path).sort()).toEqual(["deep.extra", "email", "list.1", "odd"]);
  for (const { message } of details) expect(message).not.toBe("");
});

test("states that a missing field is required, with its type, unless the schema has its own message", () => {
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

test("a schema's own message takes precedence over the general one", () => {
  const own = z.string().refine(() => false, "Pick another name.");
  const { details } = toAppError(inputError(z.object({ own }), { own: "x" }));
  expect(details).toEqual([{ path: "own", message: "Pick another name." }]);
});

for (const [schema, input, message] of [
  [z.string(), null, "Must be a string."],
  [z.number(), "12", "Must be a number."],
  [z.coerce.number(), "twelve", "Must be a number."],
  [z.int(), 1.5, "Must be a whole number."],
  [z.boolean(), "yes", "Must be true or false."],
  [z.array(z.string()), {}, "Must be a list."],
  [z.object({}), [], "Must be an object."],
  [z.number().min(1), 0, "Must be at least 1."],
  [z.number().gt(1), 1, "Must be more than 1."],
  [z.number().max(100), 101, "Must be at most 100."],
  [z.number().lt(100), 100, "Must be less than 100."],
  [z.date().min(new Date(0)), new Date(-1), "Must be at least 1970-01-01T00:00:00.000Z."],
  [z.string().min(1), "", "Must not be empty."],
  [z.string().min(12), "short", "Must have at least 12 characters."],
  [z.string().max(1), "ab", "Must have at most 1 character."],
  [z.string().length(6), "12345", "Must have exactly 6 characters."],
  [z.string().length(6), "1234567", "Must have exactly 6 characters."],
  [z.array(z.int()).min(1), [], "Must not be empty."],
  [z.array(z.int()).max(2), [1, 2, 3], "Must have at most 2 items."],
  [z.email(), "nobody", "Must be an email address, such as name@example.org."],
  [z.url(), "nowhere", "Must be a URL, such as https://example.org/."],
  [z.uuid(), "7", "Must be a UUID."],
  [z.iso.datetime(), "today", "Must be a date and time, such as 2026-01-31T09:00:00Z."],
  [z.iso.date(), "today", "Must be a date, such as 2026-01-31."],
  [z.string().startsWith("sk_"), "pk_1", 'Must start with "sk_".'],
  [z.string().endsWith(".pdf"), "a.txt", 'Must end with ".pdf".'],
  [z.string().includes("@"), "a", 'Must contain "@".'],
  [z.string().regex(/^\d{6}$/), "a", "Must match the pattern /^\\d{6}$/."],
  [z.number().multipleOf(5), 7, "Must be a multiple of 5."],
  [z.enum(["daily", "weekly", "monthly"]), "hourly", "Must be one of daily, weekly or monthly."],
  [z.literal("full"), "part", "Must be full."],
  [z.union([z.string(), z.number()]), true, "Must match one of the allowed formats."],
  [z.record(z.enum(["a"]), z.int()), { a: 1, b: 1 }, 'Unknown field "b".'],
] as const)
  test(`rejects ${JSON.stringify(input)} with "${message}"`, () => {
    const { details } = toAppError(inputError(z.object({ field: schema }), { field: input }));
    expect(details).toMatchObject([{ message }]);
  });

test("rejects an unknown kind and lists the allowed kinds", () => {
  const kinds = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("mail") }),
    z.object({ kind: z.literal("slack") }),
  ]);
  const { details } = toAppError(inputError(kinds, { kind: "fax" }));
  expect(details).toMatchObject([{ path: "kind", message: "Must be one of mail or slack." }]);
});

test("the message names the first five fields and states how many others there are", () => {
  const problems = Array.from({ length: 30 }, (_, index) => ({ path: `f${index}`, message: "wrong" }));
  const problem = invalidInput(problems);
  expect(problem.message).toBe("Invalid input. Check f0, f1, f2, f3, f4 and 25 more.");
  expect(problem.details).toHaveLength(30);
});

test("an AppError survives tRPC unchanged", () => {
  const problem = notFound("website", "w1");
  const wrapped = new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: problem });
  expect(toAppError(wrapped)).toBe(problem);
  expect(toAppError(toTrpcError(problem))).toBe(problem);
});

test("an invalid output is an internal error, not the caller's error", () => {
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
  test(`maps tRPC's own ${trpc} to ${code}, without its message`, () => {
    const problem = toAppError(new TRPCError({ code: trpc, message: "secret details" }));
    expect(problem.code).toBe(code);
    expect(problem.message).not.toContain("secret");
  });

for (const code of Object.keys(errorTable) as (keyof typeof errorTable)[])
  test(`${code} keeps its code through tRPC`, () => {
    const error = toTrpcError(new AppError(code, "A verb threw this."));
    expect(error.code).toBe(errorTable[code].trpc);
    expect(toAppError(error)).toMatchObject({ code, message: "A verb threw this." });
  });

for (const [what, error] of [
  ["a server that refuses connections", Object.assign(new Error(), { code: "ECONNREFUSED" })],
  ["a lost connection", new Error("Connection terminated unexpectedly")],
  ["Prisma's error for an unreachable server", { code: "P1001" }],
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
  test(`maps ${what} to 503 without revealing the server`, () => {
    expect(toAppError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: error }))).toMatchObject({
      code: "unavailable",
      message: "The database isn't available right now. Try again soon.",
    });
  });

test("returns a conflict for a unique value that has since been taken", () => {
  expect(toAppError({ code: "P2002" }).code).toBe("conflict");
  const raw = { code: "P2010", meta: { driverAdapterError: { cause: { kind: "UniqueConstraintViolation" } } } };
  expect(toAppError(raw).code).toBe("conflict");
});

test("returns not found for a row that has since been deleted", () => {
  expect(toAppError({ code: "P2025" }).code).toBe("not_found");
});

test("returns not found for a new row that refers to a deleted one", () => {
  expect(toAppError({ code: "P2003" }).code).toBe("not_found");
  const raw = { code: "P2010", meta: { driverAdapterError: { cause: { kind: "ForeignKeyConstraintViolation" } } } };
  expect(toAppError(raw)).toMatchObject({
    code: "not_found",
    message: "The request refers to a record that no longer exists.",
  });
});

test("an error that is its own cause doesn't cause an endless loop", () => {
  const error: { cause?: unknown } = {};
  error.cause = error;
  expect(toAppError(error).code).toBe("internal");
});

test("recognises an AppError from another copy of the module, because Next.js bundles several copies", () => {
  const foreign = Object.assign(new Error("The store failed."), {
    [Symbol.for("curbcut.AppError")]: true,
    code: "upstream_failed",
    status: 502,
  });
  expect(foreign).toBeInstanceOf(AppError);
  expect(toAppError(foreign)).toMatchObject({ code: "upstream_failed", status: 502 });
  expect(new Error("The store failed.")).not.toBeInstanceOf(AppError);
});
