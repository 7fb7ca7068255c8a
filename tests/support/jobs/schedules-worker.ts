import { openDatabase, setDatabase } from "@/server/adapters/database";
import { startDueSchedules } from "@/server/domains/audits/schedules";

/*
 * A process for tests to kill: starts what is due at the time in its second argument, in the embedded database in its
 * first, and prints a dot whenever it begins a transaction.
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
