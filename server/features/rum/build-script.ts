import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin, stop } from "esbuild";

/**
 * What web-vitals does for others and not for us: soft navigations, ratings, names of page views. Cut away, the script
 * is a fifth smaller. A cut that finds nothing after an update of web-vitals fails the build.
 */
const cuts: readonly [module: RegExp, from: RegExp, to: string][] = [
  [/on(?:CLS|FCP|INP|LCP|TTFB)\.js$/, /checkSoftNavsEnabled\(opts\)/g, "false"],
  [/on(?:CLS|INP|LCP)\.js$/, /entry\.entryType === 'soft-navigation'/g, "false"],
  [/onLCP\.js$/, /entry\.entryType === 'interaction-contentful-paint'/g, "false"],
  [/on(?:CLS|INP|LCP)\.js$/, /const handleSoftNavEntry = [\s\S]*?\n {8}\};\n/g, ""],
  [/on(?:CLS|FCP|INP|LCP|TTFB)\.js$/, /, \w+Thresholds, opts\.reportAllChanges\)/g, ")"],
  [/on(?:CLS|FCP|INP|LCP|TTFB)\.js$/, /\(onReport, opts = \{\}\)/g, "(onReport)"],
  [/onLCP\.js$/, /opts\.reportAllChanges/g, "false"],
  [/onINP\.js$/, /opts\.durationThreshold \?\? /g, ""],
  [/onINP\.js$/, /\.\.\.opts,/g, ""],
  [/on(?:FCP|LCP)\.js$/, /const (?:fcp|lcp)EntryManager = .*/g, ""],
  [/onLCP\.js$/, /lcpEntryManager\._processEntry\(.*/g, ""],
  [/on(?:CLS|INP)\.js$/, /initUnique\(opts, (\w+)\)/g, "new $1()"],
  [/(?:InteractionManager|LayoutShiftManager)\.js$/, /this\._on(?:Before|After)Processing\w+\?\.\(.*/g, ""],
  [/(?:InteractionManager|LayoutShiftManager)\.js$/, /_on(?:Before|After)Processing\w+;/g, ""],
  [
    /on(?:CLS|FCP|INP|LCP|TTFB)\.js$/,
    /, metric\.navigationId, metric\.navigationInteractionId, metric\.navigationURL, getBFCacheRestoreTime\(\)/g,
    "",
  ],
  [/generateUniqueID\.js$/, /return `v6.*/g, "return performance.now();"],
  [/bindReporter\.js$/, /metric\.rating = getRating.*/g, ""],
  [/initMetric\.js$/, /navigationId: navigationId[\s\S]*?\|\| 0,\n/g, ""],
];

const cutAway = (path: string, source: string): string =>
  cuts
    .filter(([module]) => module.test(path))
    .reduce((text, [, from, to]) => {
      const cut = text.replace(from, to);
      if (cut === text) throw new Error(`${path} has nothing that matches ${from}.`);
      return cut;
    }, source);

const slimmer: Plugin = {
  name: "slimmer",
  setup: ({ onLoad }) =>
    onLoad({ filter: /web-vitals[\\/]dist[\\/]modules[\\/].*\.js$/ }, async ({ path }) => ({
      contents: cutAway(path, await readFile(path, "utf8")),
      loader: "js",
    })),
};

export interface Script {
  text: Buffer;
  zipped: Buffer;
  etag: string;
}

/** The script of /rum.js, made from rum/main.ts. */
export const buildScript = async (): Promise<Script> => {
  const { outputFiles } = await build({
    absWorkingDir: process.cwd(),
    entryPoints: [join("rum", "main.ts")],
    bundle: true,
    minify: true,
    // Private properties of web-vitals, as its own bundles shorten them.
    mangleProps: /^_/,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    plugins: [slimmer],
    write: false,
    logLevel: "silent",
  });
  await stop();
  const text = Buffer.from(outputFiles[0]?.contents ?? []);
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return { text, zipped: gzipSync(text, { level: 9 }), etag: `W/"${hash}"` };
};
