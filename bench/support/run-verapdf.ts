import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "@/scripts/support/root";
import { runCommand } from "@/scripts/support/run-command";
import { workshop } from "./sites";

const source = join(root, "bench", "support", "verapdf");
const libraries = join(workshop, "verapdf");

const run = async (program: string, args: string[]): Promise<string> => {
  const { code, output, stdout } = await runCommand(program, args, { cwd: root });
  if (code !== 0) throw new Error(`${program} failed.\n${output}`);
  return stdout;
};

const isInstalled = async (program: string): Promise<boolean> =>
  await runCommand(program, ["-version"]).then(
    ({ code }) => code === 0,
    () => false,
  );

/** Returns why veraPDF can't run on this machine, or null if it can. Downloads veraPDF if it is missing. */
export const whyNoVeraPdf = async (): Promise<string | null> => {
  if (!(await isInstalled("javac"))) return "there is no JDK";
  if (!(await isInstalled("mvn"))) return "Maven isn't installed";
  return await downloadVeraPdf().then(
    () => null,
    () => "Maven can't download veraPDF",
  );
};

/** Standards by the ID that veraPDF gives them: PDF/UA-1 and PDF/A-2a. */
export type PdfStandard = "ua1" | "2a";

const downloadVeraPdf = async (): Promise<void> => {
  mkdirSync(libraries, { recursive: true });
  const pom = ["-q", "-f", join(source, "pom.xml")];
  await run("mvn", [...pom, "dependency:copy-dependencies", `-DoutputDirectory=${libraries}`]);
};

/**
 * Returns, for each file, the clauses of the standard that the file fails according to veraPDF, or null if veraPDF
 * can't read the file. Requires a JDK, and Maven to download veraPDF.
 */
export const runVeraPdf = async (
  paths: readonly string[],
  standard: PdfStandard = "ua1",
): Promise<Map<string, string[] | null>> => {
  await downloadVeraPdf();
  const folder = mkdtempSync(join(tmpdir(), "curbcut-verapdf-"));
  try {
    const list = join(folder, "files.txt");
    writeFileSync(list, paths.join("\n"));
    const classpath = [join(libraries, "*")].join(delimiter);
    const output = await run("java", ["-cp", classpath, join(source, "CheckDocuments.java"), list, standard]);
    const lines = output.split("\n").map((line) => line.split("\t"));
    return new Map(
      lines.flatMap(([path, clauses]) =>
        path === undefined || clauses === undefined
          ? []
          : [[path, clauses === "error" ? null : clauses.split(",").filter((clause) => clause !== "")]],
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};
