import { TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import { AppError, errorTable } from "./errors";

export interface FieldProblem {
  path: string;
  message: string;
}

const fieldProblems = (error: ZodError): FieldProblem[] =>
  error.issues.flatMap((issue) => {
    const at = issue.path.join(".");
    if (issue.code !== "unrecognized_keys") return [{ path: at, message: issue.message }];
    return issue.keys.map((key) => ({ path: at ? `${at}.${key}` : key, message: `There is no field "${key}" here.` }));
  });

export const invalidInput = (problems: readonly FieldProblem[]): AppError => {
  const names = problems.map((problem) => problem.path || "the body").join(", ");
  return new AppError("invalid_input", `Please check ${names}.`, problems);
};

/** Prisma's code of a unique constraint that was hit, and those of a database that cannot be reached. */
const databaseProblem = (error: unknown): AppError | null => {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "P2002") return new AppError("conflict", "This already exists.", undefined, { cause: error });
  if (code === "P1001" || code === "P1002" || code === "P1008" || code === "ECONNREFUSED")
    return new AppError("unavailable", "The database is not available. Please try again soon.", undefined, {
      cause: error,
    });
  return null;
};

/** What a caller is told of any failure. Nothing of an unknown error but its cause in the log leaves the process. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError && error.cause instanceof AppError) return error.cause;
  if (error instanceof TRPCError && error.code === "BAD_REQUEST" && error.cause instanceof ZodError)
    return invalidInput(fieldProblems(error.cause));
  const cause = error instanceof TRPCError ? error.cause : error;
  return databaseProblem(cause) ?? new AppError("internal", errorTable.internal.title, undefined, { cause: error });
};

/** The same failure in tRPC's form; tRPC derives the HTTP status from its code. */
export const toTrpcError = (error: unknown): TRPCError => {
  const problem = toAppError(error);
  return new TRPCError({ code: errorTable[problem.code].trpc, message: problem.message, cause: problem });
};
