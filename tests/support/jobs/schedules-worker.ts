import { openDatabase, setDatabase } from "@/server/adapters/database";
import { startDueSchedules } from "@/server/domains/audits/schedules";

/*
 * A process for tests to kill. The first argument is the folder of an embedded database, the second a time. Starts the
 * schedules that are due at that time, and prints a dot whenever it begins a transaction.
 */
const [, , folder = "", now = ""] = process.argv;

const database = await openDatabase({ dataDir: folder });
const { prisma } = database;
const begin = prisma.$transaction.bind(prisma) as (...given: unknown[]) => Promise<unknown>;
const traced = (...given: unknown[]): Promise<unknown> => {
  process.stdout.write(".");
  return begin(...given);
};
Object.assign(prisma, { $transaction: traced });
setDatabase(database);
await startDueSchedules(new Date(now));
await database.close();
process.exit(0);
