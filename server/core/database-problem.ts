import { AppError } from "./errors";
import { readProperty } from "./property";

/** Error codes that mean "try again later", from Prisma, Node.js, PostgreSQL and the database driver, in this order. */
const unavailable = [
  /^P(?:1001|1002|1008|1017|2024|2028|2034|2037)$/,
  /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/,
  /^(?:(?:08|53|58)\w{3}|57P\w\w|40001|40P01)$/,
  /^(?:DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TransactionWriteConflict)$/,
];

/** Messages of connection errors that node-postgres reports without a code. */
const lostConnection = /connection terminated|timeout exceeded when trying to connect|not queryable/i;

/**
 * Returns an error and the errors it wraps: Prisma keeps the driver's error in `meta`, and the driver keeps
 * PostgreSQL's error in `cause`.
 */
const chain = (error: unknown): object[] => {
  const found: object[] = [];
  const waiting = [error];
  while (waiting.length > 0 && found.length < 10) {
    const failure = waiting.pop();
    if (typeof failure !== "object" || failure === null || found.includes(failure)) continue;
    found.push(failure);
    waiting.push(readProperty(failure, "cause"), readProperty(readProperty(failure, "meta"), "driverAdapterError"));
  }
  return found;
};

const isUnavailable = (failure: object): boolean => {
  const codes = ["code", "originalCode", "kind"].map((name) => String(readProperty(failure, name)));
  const message = readProperty(failure, "message");
  return (
    codes.some((code) => unavailable.some((pattern) => pattern.test(code))) ||
    (typeof message === "string" && lostConnection.test(message))
  );
};

/**
 * Converts a database error to an AppError for the caller. Returns null if the error doesn't come from the database.
 */
export const databaseProblem = (error: unknown): AppError | null => {
  const options = { cause: error };
  const failures = chain(error);
  if (failures.some(isUnavailable))
    return new AppError("unavailable", "The database isn't available right now. Try again soon.", undefined, options);
  const codes = failures.flatMap((failure) => [readProperty(failure, "code"), readProperty(failure, "kind")]);
  if (codes.includes("P2002") || codes.includes("UniqueConstraintViolation"))
    return new AppError("conflict", "This already exists.", undefined, options);
  // Because deletions cascade, a violated foreign key always means that the rejected row refers to a row that doesn't
  // exist.
  if (codes.includes("P2003") || codes.includes("ForeignKeyConstraintViolation"))
    return new AppError("not_found", "The request refers to a record that no longer exists.", undefined, options);
  if (codes.includes("P2025")) return new AppError("not_found", "This no longer exists.", undefined, options);
  return null;
};
