import { TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import { databaseProblem } from "./database-problem";
import { AppError, type ErrorCode, errorTable } from "./errors";

export interface FieldProblem {
  path: string;
  message: string;
  /** The values to choose from, where there are only these. */
  allowed?: readonly unknown[];
}

// What is missing is known only while zod has the value at hand. The words of a schema itself go before these.
z.config({
  customError: ({ code, input, expected }) =>
    code === "invalid_type" && input === undefined ? `This field is required (${expected}).` : undefined,
});

const fieldProblems = (error: ZodError): FieldProblem[] =>
  error.issues.flatMap((issue) => {
    const at = issue.path.join(".");
    if (issue.code === "invalid_value") return [{ path: at, message: issue.message, allowed: issue.values }];
    if (issue.code !== "unrecognized_keys") return [{ path: at, message: issue.message }];
    return issue.keys.map((key) => ({ path: at ? `${at}.${key}` : key, message: `There is no field "${key}" here.` }));
  });

/** Fields named in the message; the details name all. */
const namedFields = 5;

export const invalidInput = (problems: readonly FieldProblem[]): AppError => {
  const names = problems.slice(0, namedFields).map((problem) => problem.path || "the body");
  const more = problems.length - names.length;
  return new AppError(
    "invalid_input",
    `Please check ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
    problems,
  );
};

/** tRPC's own refusals, before a procedure runs. */
const transportCodes: Partial<Record<TRPCError["code"], ErrorCode>> = {
  PARSE_ERROR: "invalid_json",
  BAD_REQUEST: "invalid_input",
  NOT_FOUND: "not_found",
  METHOD_NOT_SUPPORTED: "method_not_allowed",
  PAYLOAD_TOO_LARGE: "too_large",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
};

const transportProblem = (error: TRPCError): AppError | null => {
  const code = transportCodes[error.code];
  return code ? new AppError(code, `${errorTable[code].title}.`, undefined, { cause: error }) : null;
};

/** What a caller is told of any failure. Nothing of an unknown error but its cause in the log leaves the process. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError && error.cause instanceof AppError) return error.cause;
  if (error instanceof TRPCError && error.code === "BAD_REQUEST" && error.cause instanceof ZodError)
    return invalidInput(fieldProblems(error.cause));
  const known = databaseProblem(error) ?? (error instanceof TRPCError ? transportProblem(error) : null);
  return known ?? new AppError("internal", `${errorTable.internal.title}.`, undefined, { cause: error });
};

/** The same failure in tRPC's form; tRPC derives the HTTP status from its code. */
export const toTrpcError = (error: unknown): TRPCError => {
  const problem = toAppError(error);
  return new TRPCError({ code: errorTable[problem.code].trpc, message: problem.message, cause: problem });
};
