import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@/scripts/support/root";
import { fromLines, type Step } from "./step";

const document = "docs/security.md";
const statuses = ["met", "partly", "not met", "does not apply"] as const;

interface Row {
  number: string;
  status: string;
  tests: string;
}

const cellsOf = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

const readRows = (text: string): Row[] =>
  text
    .split("\n")
    .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
    .map((line) => {
      const [number = "", , status = "", , tests = ""] = cellsOf(line);
      return { number, status: status.replaceAll("*", ""), tests };
    });

const count = (rows: readonly Row[]): number[] =>
  statuses.map((status) => rows.filter((row) => row.status === status).length);

/**
 * Returns the counts in the overview: a row per chapter, such as `| V1 Encoding… | 19 | 0 | 0 | 8 |`, and a row with
 * the totals.
 */
const readCounts = (text: string): Map<string, string> =>
  new Map(
    text
      .split("\n")
      .flatMap((line) =>
        [/^\| (?:V(\d+) [^|]+|All) +((?:\| \d+ +){4})\|$/.exec(line)].flatMap((found) =>
          found ? [[found[1] ?? "all", (found[2]?.match(/\d+/g) ?? []).join(", ")] as const] : [],
        ),
      ),
  );

/**
 * Returns the errors in the tables of ASVS requirements: requirements that are at least partly met but name neither a
 * test nor the reason why there is none, unknown statuses, and counts that differ from the rows.
 */
export const findAsvsProblems = (text: string): string[] => {
  const rows = readRows(text);
  const counts = readCounts(text);
  const isMet = ({ status }: Row): boolean => status === "met" || status === "partly";
  const untested = rows
    .filter((row) => isMet(row) && !/[a-z]/i.test(row.tests))
    .map(({ number }) => `${number} is met, at least partly, but names neither a test nor a reason`);
  const unknown = rows
    .filter(({ status }) => !statuses.some((each) => each === status))
    .map(({ number, status }) => `${number} has the unknown status "${status}"`);
  const chapters = new Set(rows.map(({ number }) => number.split(".")[0] ?? ""));
  const miscounted = ["all", ...chapters].flatMap((chapter) => {
    const own = count(rows.filter(({ number }) => chapter === "all" || number.startsWith(`${chapter}.`))).join(", ");
    return counts.get(chapter) === own ? [] : [`The counts of chapter ${chapter} must be ${own}`];
  });
  return [...untested, ...unknown, ...miscounted].map((problem) => `${document}: ${problem}`);
};

export const asvs: Step = {
  name: "ASVS tables",
  run: async () => {
    const text = readFileSync(join(root, document), "utf8");
    return fromLines(findAsvsProblems(text), `${readRows(text).length} requirements`);
  },
};
