/**
 * npx tsx scripts/docs.ts --write: updates generated documents and tables. Without --write, lists those that are out of
 * date.
 */
import { findStaleDocuments } from "./docs/blocks";
import { root } from "./support/root";

const write = process.argv.includes("--write");
const files = await findStaleDocuments(root, { write });
for (const file of files) console.log(write ? `wrote ${file}` : `${file} is out of date`);
process.exitCode = write || files.length === 0 ? 0 : 1;
