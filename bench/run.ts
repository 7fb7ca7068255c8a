/**
 * npm run bench                runs all benchmarks, one after the other
 * npm run bench -- --list      lists the benchmarks
 * npm run bench -- scan-speed  runs the named benchmarks; arguments after "--" are passed to them
 */
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, join } from "node:path";
import { root } from "@/scripts/support/root";
import { runAttached } from "@/scripts/support/run-attached";

const folder = join(root, "bench");
const endCleanly = join(folder, "support/end-cleanly.ts");

const names = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && name !== "run.ts")
  .map((name) => basename(name, ".ts"));

/** Returns the first comment of a benchmark, which says what it measures. */
const purpose = (name: string): string =>
  /\/\*\*\s*\*?\s*([^\n*]+)/.exec(readFileSync(join(folder, `${name}.ts`), "utf8"))?.[1]?.trim() ?? "";

const split = (args: readonly string[]): { wanted: string[]; rest: string[] } => {
  const at = args.indexOf("--");
  return at < 0 ? { wanted: [...args], rest: [] } : { wanted: args.slice(0, at), rest: args.slice(at + 1) };
};

const run = async (): Promise<number> => {
  const { wanted, rest } = split(process.argv.slice(2));
  if (wanted.includes("--list")) {
    for (const name of names) console.log(`${name.padEnd(18)}${purpose(name)}`);
    return 0;
  }
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown benchmark: ${unknown.join(", ")}. Choose from ${names.join(", ")}.`);
  console.log(`Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"})`);
  let code = 0;
  for (const name of wanted.length > 0 ? wanted : names) {
    console.log(`\n── ${name}: ${purpose(name)}`);
    const args = ["--import", "tsx", "--import", endCleanly, join(folder, `${name}.ts`), ...rest];
    code = Math.max(code, await runAttached(process.execPath, args, { env: { LOG_LEVEL: "silent", ...process.env } }));
  }
  return code;
};

process.chdir(root);
try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
