import { openDatabase, setDatabase } from "@/server/adapters/database";
import { admitAudits } from "@/server/domains/audits/queue";

/*
 * A separate app process: grants slots once in the database at the URL in its first argument, and prints who got one.
 */
const [, , url = ""] = process.argv;

const database = await openDatabase({ url });
setDatabase(database);
process.stdout.write(JSON.stringify(await admitAudits()));
await database.close();
process.exit(0);
