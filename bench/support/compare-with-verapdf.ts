import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { listFiles } from "@/scripts/support/list-files";
import { checkDocument, MAX_DOCUMENT_BYTES } from "@/server/scanner/document/check-document";
import { clauses } from "@/server/scanner/document/clauses";
import { runVeraPdf } from "./run-verapdf";

interface Comparison {
  name: string;
  group: string;
  missed: string[];
  extra: string[];
  agreed: number;
  hasSameOutcome: boolean;
}

const percent = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)}%)`;

const sum = (list: readonly Comparison[], read: (one: Comparison) => number): number =>
  list.reduce((total, one) => total + read(one), 0);

const compare = (folder: string, path: string, theirs: readonly string[]): Comparison | null => {
  const { problem, findings } = checkDocument(readFileSync(path));
  const name = relative(folder, path);
  if (problem) {
    console.log(`not compared: ${name}: ${problem}`);
    return null;
  }
  const ours = findings.flatMap(({ outcome, clause }): string[] => (outcome === "failed" ? [clause] : []));
  return {
    ...{ name, group: dirname(name) },
    missed: theirs.filter((clause) => !ours.includes(clause)),
    extra: ours.filter((clause) => !theirs.includes(clause)),
    agreed: theirs.filter((clause) => ours.includes(clause)).length,
    hasSameOutcome: ours.length > 0 === theirs.length > 0,
  };
};

const printGroup = (name: string, list: readonly Comparison[]): void => {
  const agreed = sum(list, (one) => one.agreed);
  const all = agreed + sum(list, ({ missed, extra }) => missed.length + extra.length);
  const verdicts = list.filter(({ hasSameOutcome }) => hasSameOutcome).length;
  const decided = list.length * Object.keys(clauses).length;
  console.log(
    [
      name.padEnd(14),
      `same outcome: ${percent(verdicts, list.length)}`,
      `failing clauses agree: ${percent(agreed, all)}`,
      `all clauses agree: ${percent(decided - (all - agreed), decided)}`,
    ].join("  "),
  );
};

/** Compares our findings with veraPDF's for all PDFs in a folder. The files are grouped by subfolder. */
export const compareWithVeraPdf = async (folder: string): Promise<void> => {
  const paths = listFiles(folder, ".")
    .filter((path) => /\.pdf$/i.test(path))
    .map((path) => join(folder, path));
  const answers = await runVeraPdf(paths);
  const compared: Comparison[] = [];
  for (const path of paths) {
    const theirs = answers.get(path);
    const comparison = theirs ? compare(folder, path, theirs) : null;
    if (!theirs) console.log(`not compared: ${relative(folder, path)}: veraPDF can't read it`);
    if (comparison) compared.push(comparison);
  }
  for (const { name, missed, extra } of compared) {
    if (missed.length > 0) console.log(`only veraPDF: ${name}: ${missed.join(", ")}`);
    if (extra.length > 0) console.log(`only Curbcut: ${name}: ${extra.join(", ")}`);
  }
  for (const group of new Set(compared.map((one) => one.group)))
    printGroup(
      group,
      compared.filter((one) => one.group === group),
    );
  printGroup("all", compared);
  measureSpeed(paths.map((path) => readFileSync(path)).filter(({ length }) => length <= MAX_DOCUMENT_BYTES));
};

const measureSpeed = (files: readonly Buffer[]): void => {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (const file of files) {
    const started = performance.now();
    checkDocument(file);
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const perSecond = (1e6 * files.length) / (user + system);
  const median = times[times.length >> 1] ?? 0;
  console.log(`${perSecond.toFixed(0)} of these files a second per core, median ${median.toFixed(0)} ms`);
};
