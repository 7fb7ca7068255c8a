/** Findings in the PDF/UA-1 files of veraPDF's corpus, and files checked per second per core */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { checkDocument } from "@/server/scanner/document/check-document";
import { compareWithVeraPdf } from "./support/compare-with-verapdf";
import { documentFolder, readDocumentCases } from "./support/document-cases";

const ROUNDS = 5;

const cases = readDocumentCases();
if (!cases) console.log(`Not measured: there are no documents in ${documentFolder}.`);
else {
  const documents = cases.map((test) => ({ ...test, bytes: readFileSync(test.path) }));
  const outcomes = documents.map((test) => {
    const { problem, findings } = checkDocument(test.bytes);
    return { test, problem, failed: findings.flatMap(({ outcome, clause }) => (outcome === "failed" ? [clause] : [])) };
  });
  for (const { test, failed, problem } of outcomes) {
    if (!test.isFailing && failed.length > 0) console.log(`false: ${test.name}: ${failed.join(", ")}`);
    if (test.isFailing && !failed.some((clause) => clause === test.clause))
      console.log(`missed: ${test.name}: ${failed.join(", ") || (problem ?? "nothing found")}`);
    if (test.isFailing && failed.some((clause) => clause !== test.clause))
      console.log(`also found: ${test.name}: ${failed.filter((clause) => clause !== test.clause).join(", ")}`);
  }
  const failing = outcomes.filter(({ test }) => test.isFailing);
  const passing = outcomes.filter(({ test }) => !test.isFailing);
  const found = failing.filter(({ test, failed }) => failed.some((clause) => clause === test.clause));
  console.log(`${found.length} of ${failing.length} failing files found with the right clause`);
  console.log(
    `${passing.filter(({ failed }) => failed.length > 0).length} of ${passing.length} passing files reported`,
  );
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) for (const { bytes } of documents) checkDocument(bytes);
  const { user, system } = process.cpuUsage(before);
  console.log(`${((1e6 * ROUNDS * documents.length) / (user + system)).toFixed(0)} files a second per core`);
}

// A folder of PDFs. Our findings for them are compared with veraPDF's.
const [folder] = process.argv.slice(2);
if (folder !== undefined) await compareWithVeraPdf(resolve(folder));
