import { join } from "node:path";
import { build, stop } from "esbuild";

/** Bundles rum/main.ts from the repository in `base` into the script that visitors' browsers run. */
export const bundleRum = async (base: string): Promise<Buffer> => {
  const { outputFiles } = await build({
    absWorkingDir: base,
    entryPoints: [join("rum", "main.ts")],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    write: false,
    logLevel: "silent",
  });
  await stop();
  return Buffer.from(outputFiles[0]?.contents ?? []);
};
