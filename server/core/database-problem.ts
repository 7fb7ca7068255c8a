import { AppError } from "./errors";

/** Codes that mean "try again later": Prisma's, Node's of a connection, PostgreSQL's, and kinds of driver errors. */
const unavailable = [
  /^P(?:1001|1002|1008|1017|2024|2028|2034|2037)$/,
  /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/,
  /^(?:(?:08|53|58)\w{3}|57P\w\w|40001|40P01)$/,
  /^(?:DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TransactionWriteConflict)$/,
];

/** node-postgres gives these no code. */
const lostConnection = /connection terminated|timeout exceeded when trying to connect|not queryable/i;

interface Failure {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: Failure;
  meta?: { driverAdapterError?: Failure };
}

/** An error and those it wraps: Prisma keeps the driver's in `meta`, the driver PostgreSQL's in `cause`. */
const chain = (error: unknown): Failure[] => {
  const found: Failure[] = [];
  const waiting = [error as Failure | null | undefined];
  while (waiting.length > 0 && found.length < 10) {
    const failure = waiting.pop();
    if (typeof failure !== "object" || failure === null || found.includes(failure)) continue;
    found.push(failure);
    waiting.push(failure.cause, failure.meta?.driverAdapterError);
  }
  return found;
};

const isUnavailable = ({ code, originalCode, kind, message }: Failure): boolean =>
  [code, originalCode, kind].some((each) => unavailable.some((pattern) => pattern.test(String(each)))) ||
  (typeof message === "string" && lostConnection.test(message));

/** What the database's refusal means to a caller; null for what is no failure of the database. */
export const databaseProblem = (error: unknown): AppError | null => {
  const options = { cause: error };
  const failures = chain(error);
  if (failures.some(isUnavailable))
    return new AppError("unavailable", "The database is not available. Please try again soon.", undefined, options);
  const codes = failures.flatMap((failure) => [failure.code, failure.kind]);
  if (codes.includes("P2002") || codes.includes("UniqueConstraintViolation"))
    return new AppError("conflict", "This already exists.", undefined, options);
  if (codes.includes("P2025")) return new AppError("not_found", "This is gone already.", undefined, options);
  return null;
};
