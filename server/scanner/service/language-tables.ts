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

/**
 * Adds the language detector to a bundle, with its tables as JSON text. As an object literal, they would take three
 * times as long to load, and the process would keep using 100 MB more memory.
 */
export const languageTables: Plugin = {
  name: "language-tables",
  setup: ({ initialOptions, onLoad, onResolve }) => {
    const path = join(initialOptions.absWorkingDir ?? process.cwd(), "node_modules/eld/src/entries/static.small.js");
    onResolve({ filter: /^eld\/small$/ }, () => ({ path }));
    onLoad({ filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]small\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const literal = source.slice(source.indexOf("{"), source.lastIndexOf("}") + 1);
      const json = JSON.stringify(JSON.parse(toJson(literal)));
      return { contents: `export const ngramsData = JSON.parse(${JSON.stringify(json)});` };
    });
  },
};
