import { createHash } from "node:crypto";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, stop } from "esbuild";

export interface Script {
  text: Buffer;
  zipped: Buffer;
  etag: string;
}

/** Builds the script served at /rum.js from rum/main.ts. */
export const buildScript = async (): Promise<Script> => {
  const { outputFiles } = await build({
    absWorkingDir: process.cwd(),
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
  const text = Buffer.from(outputFiles[0]?.contents ?? []);
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return { text, zipped: gzipSync(text, { level: 9 }), etag: `W/"${hash}"` };
};
