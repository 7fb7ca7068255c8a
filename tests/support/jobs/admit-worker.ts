import { openDatabase, setDatabase } from "@/server/adapters/database";
import { admitAudits } from "@/server/domains/audits/queue";

/*
 * Runs as a separate app process: grants slots once, in the database whose URL is the first argument, and prints the
 * audits that got one.
 */
const [, , url = ""] = process.argv;

const database = await openDatabase({ url });
setDatabase(database);
process.stdout.write(JSON.stringify(await admitAudits()));
await database.close();
process.exit(0);
