/** npx tsx scripts/docs.ts --write: renews the generated parts of docs/. Without --write: lists what is out of date. */
import { findStaleDocuments, writeDocuments } from "./docs/blocks";
import { root } from "./support/root";

const renews = process.argv.includes("--write");
const files = renews ? writeDocuments(root) : findStaleDocuments(root);
for (const file of files) console.log(renews ? `wrote ${file}` : `${file} is out of date`);
process.exitCode = renews || files.length === 0 ? 0 : 1;
