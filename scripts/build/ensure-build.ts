import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleRum } from "@/rum/bundle";
import { runNode } from "@/scripts/support/run-command";
import { buildScanner } from "@/server/scanner/service/worker-program";
import { withBuildLock } from "./build-lock";
import { computeStamp } from "./stamp";

const nextCommand = (base: string): string => join(base, "node_modules", "next", "dist", "bin", "next");

const readStamp = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
};

/** Prepares an empty database for the first start to copy, so that the first start is faster. */
const prepareDatabase = async (base: string): Promise<void> => {
  const { code, output } = await runNode(["--import", "tsx", "scripts/build/prepare-database.ts"], { cwd: base });
  if (code !== 0) throw new Error(`The empty database couldn't be prepared.\n${output.trimEnd()}`);
};

const build = async (base: string, stampFile: string, stamp: string, say: (line: string) => void): Promise<void> => {
  const started = Date.now();
  say("Building the app for production. This takes about a minute and is repeated only if the source changes.");
  const { code, output } = await runNode([nextCommand(base), "build"], {
    cwd: base,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (code !== 0) throw new Error(`The build failed.\n${output.trimEnd()}`);
  mkdirSync(join(base, ".next"), { recursive: true });
  // Everything else is written only after the build, because the build empties the folder.
  writeFileSync(join(base, ".next", "rum.js"), await bundleRum(base));
  await buildScanner(join(base, ".next", "scanner"), base);
  await prepareDatabase(base);
  writeFileSync(stampFile, stamp);
  say(`Built in ${Math.round((Date.now() - started) / 1000)} s.`);
};

/**
 * Ensures that `.next` contains a production build of the current source, and the script for visitors' browsers. Takes
 * a fraction of a second if they already exist. If several calls run concurrently, even in different processes, only
 * one of them builds. If the build fails, throws an error with its output.
 */
export const ensureBuild = async (base: string, say: (line: string) => void): Promise<void> => {
  const stampFile = join(base, ".next", "curbcut-stamp");
  const stamp = computeStamp(base);
  if (readStamp(stampFile) === stamp) return;
  await withBuildLock(
    join(base, ".next", "cache", "curbcut-build.lock"),
    async () => {
      if (readStamp(stampFile) !== stamp) await build(base, stampFile, stamp, say);
    },
    (pid) => say(`Waiting for another process (${pid}) to finish building.`),
  );
};
