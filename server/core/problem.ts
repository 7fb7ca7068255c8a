import { TRPCError } from "@trpc/server";
import { ZodError, z } from "zod";
import { databaseProblem } from "./database-problem";
import { AppError, type ErrorCode, errorTable } from "./errors";
import { describeIssue } from "./field-messages";

export interface FieldProblem {
  path: string;
  message: string;
  /** The allowed values, if there is a fixed set. */
  allowed?: readonly unknown[];
}

// Zod calls this before it removes the invalid value from the issue, and only for schemas without messages of their
// own.
z.config({ customError: describeIssue });

const fieldProblems = (error: ZodError): FieldProblem[] =>
  error.issues.flatMap((issue) => {
    const at = issue.path.join(".");
    if (issue.code === "invalid_value") return [{ path: at, message: issue.message, allowed: issue.values }];
    if (issue.code !== "unrecognized_keys") return [{ path: at, message: issue.message }];
    return issue.keys.map((key) => ({ path: at ? `${at}.${key}` : key, message: `Unknown field "${key}".` }));
  });

/** Maximum number of fields named in the message; the details name all of them. */
const namedFields = 5;

export const invalidInput = (problems: readonly FieldProblem[]): AppError => {
  const names = problems.slice(0, namedFields).map((problem) => problem.path || "the body");
  const more = problems.length - names.length;
  return new AppError(
    "invalid_input",
    `Invalid input. Check ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
    problems,
  );
};

/** Errors that tRPC itself raises before a procedure runs. */
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

/**
 * Converts any error into one that can be shown to the caller. An unknown error becomes the `cause`, which is only
 * logged.
 */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError && error.cause instanceof AppError) return error.cause;
  if (error instanceof TRPCError && error.code === "BAD_REQUEST" && error.cause instanceof ZodError)
    return invalidInput(fieldProblems(error.cause));
  const known = databaseProblem(error) ?? (error instanceof TRPCError ? transportProblem(error) : null);
  return known ?? new AppError("internal", `${errorTable.internal.title}.`, undefined, { cause: error });
};

/** Converts an error to a TRPCError, from whose code tRPC derives the HTTP status. */
export const toTrpcError = (error: unknown): TRPCError => {
  const problem = toAppError(error);
  return new TRPCError({ code: errorTable[problem.code].trpc, message: problem.message, cause: problem });
};
