import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { root } from "@/scripts/support/root";
import { runAttached } from "@/scripts/support/run-attached";
import { runCommand } from "@/scripts/support/run-command";
import { repeatOnce } from "./choose-projects";

/** The supported major versions of Node. */
const supported = [22, 24, 26];

/** Tests of `npm start` and its output, both ports, every page, and the journey from sign-up to the report. */
const journeys = [
  "tests/unit/web-address.spec.ts",
  "tests/promises/build.spec.ts",
  "tests/promises/npm-start.spec.ts",
  "tests/promises/start.spec.ts",
  "tests/e2e/main-job.spec.ts",
];

/** Returns the supported major versions, except the one that this process runs on. */
export const otherVersions = (running: string): number[] =>
  supported.filter((major) => major !== Number(running.split(".")[0]));

/** Installs Node from npm, which has a package for each platform. Resolves to the path of the binary. */
const installNode = async (major: number, folder: string): Promise<string> => {
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(folder, String(major));
  const flags = ["--no-save", "--no-audit", "--no-fund", "--no-package-lock"];
  const { code, output } = await runCommand("npm", ["install", "--prefix", prefix, ...flags, `${name}@${major}`]);
  if (code !== 0) throw new Error(`Node ${major} couldn't be installed.\n${output.trimEnd()}`);
  return join(prefix, "node_modules", name, "bin", "node");
};

const runJourneys = (node: string, env: Readonly<Record<string, string>>): Promise<number> => {
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  return runAttached(node, [playwright, "test", "--reporter=list,json", repeatOnce, ...journeys], {
    env: { ...process.env, ...env, PATH: `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}` },
  });
};

/** Builds the app and runs the main journeys on each of the other Node versions. Calls `count` with each exit code. */
export const testOtherVersions = async (
  env: Readonly<Record<string, string>>,
  count: (exitCode: number) => void,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-node-"));
  try {
    for (const major of otherVersions(process.versions.node)) {
      const node = await installNode(major, folder);
      console.log(`\nMain journeys on Node ${major}`);
      const build = ["--import", "tsx", join(root, "scripts/build/build.ts")];
      const code = (await runAttached(node, build)) || (await runJourneys(node, env));
      count(code);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
