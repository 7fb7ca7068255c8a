import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "esbuild";

/** The tokens of an object literal that contains only strings, numbers, booleans and objects. */
// Backtracks, but only in a file that belongs to a pinned package.
const TOKENS = /'((?:[^'\\]|\\.)*)'|([\w$]+)(:?)/g;

const toJson = (literal: string): string =>
  literal.replaceAll(TOKENS, (token, text: string | undefined, word: string, colon: string) => {
    if (text !== undefined) return `"${text.replaceAll(/\\'|"/g, (mark) => (mark === '"' ? '\\"' : "'"))}"`;
    return colon === "" ? token : `"${word}":`;
  });

interface Tables {
  ngrams: Record<string, Record<string, number>>;
}

/** Maximum number of entries that the module below caches as objects. */
const MOST_RECENT = 2_000;

/**
 * Returns the code of a module with the tables of n-grams. The tables are stored as one sorted text, in which entries
 * are found by binary search: as objects, the 80,000 entries would take more than 30 MB in each process.
 */
const toModule = ({ ngrams, ...rest }: Tables): string => {
  const keys = Object.keys(ngrams).sort();
  const lines = keys.map((key) => `${key}\t${JSON.stringify(ngrams[key])}\n`).join("");
  return `
    const lines = ${JSON.stringify(lines)};
    const starts = new Uint32Array(${keys.length});
    for (let line = 0, at = 0; line < starts.length; line += 1, at = lines.indexOf("\\n", at) + 1) starts[line] = at;
    const find = (key) => {
      let first = 0;
      let last = starts.length - 1;
      while (first <= last) {
        const middle = (first + last) >> 1;
        const end = lines.indexOf("\\t", starts[middle]);
        const found = lines.slice(starts[middle], end);
        if (found === key) return JSON.parse(lines.slice(end + 1, lines.indexOf("\\n", end)));
        if (found < key) first = middle + 1;
        else last = middle - 1;
      }
    };
    const recent = new Map();
    const ngrams = new Proxy({}, {
      get: (_, key) => {
        if (recent.has(key)) return recent.get(key);
        if (recent.size === ${MOST_RECENT}) recent.clear();
        recent.set(key, find(key));
        return recent.get(key);
      },
    });
    export const ngramsData = { ...${JSON.stringify(rest)}, ngrams };`;
};

/** Adds the language detector to a bundle, with tables that load faster and need less memory than object literals. */
export const languageTables: Plugin = {
  name: "language-tables",
  setup: ({ initialOptions, onLoad, onResolve }) => {
    const path = join(initialOptions.absWorkingDir ?? process.cwd(), "node_modules/eld/src/entries/static.small.js");
    onResolve({ filter: /^eld\/small$/ }, () => ({ path }));
    onLoad({ filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]small\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const literal = source.slice(source.indexOf("{"), source.lastIndexOf("}") + 1);
      return { contents: toModule(JSON.parse(toJson(literal)) as Tables) };
    });
  },
};
