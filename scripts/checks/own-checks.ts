/**
 * Runs the dependency rules and the checks that we wrote ourselves, and prints their results as JSON. They share a
 * separate process, because loading the compiler and reading all files would keep `npm run check` from starting the
 * other tools.
 */
import { findStaleDocuments } from "@/scripts/docs/blocks";
import { root } from "@/scripts/support/root";
import { asvs } from "./asvs";
import { checklist } from "./checklist";
import { dependencies } from "./dependencies";
import { documentPaths } from "./document-paths";
import { expressions } from "./expressions";
import { lockFile } from "./lock-file";
import { messages } from "./messages";
import { runStep } from "./run-steps";
import { smallFiles } from "./small-files";
import { fromLines, type Result, type Step } from "./step";
import { words } from "./words";

const documents: Step = {
  name: "documents",
  run: async () =>
    fromLines(
      (await findStaleDocuments(root)).map(
        (file) => `${file} differs from the code; run: npx tsx scripts/docs.ts --write`,
      ),
    ),
};

process.chdir(root);
const results: Result[] = [];
for (const step of [
  dependencies,
  smallFiles,
  expressions,
  messages,
  words,
  documents,
  lockFile,
  documentPaths,
  checklist,
  asvs,
])
  results.push(...(await runStep(step)));
console.log(JSON.stringify(results));
