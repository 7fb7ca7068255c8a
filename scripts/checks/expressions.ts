import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "scslre";
import ts from "typescript";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import { checkChangedFiles, openPassedBefore } from "./passed-before";
import { restarts } from "./restarts/find-restarts";
import { fromLines, type Step } from "./step";

/** Folders and files in which regular expressions may be matched against external text. */
const folders = ["app", "emails", "inngest", "rum", "server", "start", "proxy.ts", "instrumentation.ts"];

/**
 * A comment that explains why backtracking is acceptable, on the line of the regular expression or on the line before.
 */
const EXCUSE = /\/\/ Backtracks, but \S/;

const isSuperLinear = (source: string, flags: string): boolean => {
  const literal = { source, flags: flags.replace("v", "u") };
  return analyse(literal, { maxReports: 1 }).reports.length > 0 || restarts(literal.source, literal.flags);
};

const literalOf = (node: ts.Node): { source: string; flags: string } | null => {
  if (!ts.isRegularExpressionLiteral(node)) return null;
  const end = node.text.lastIndexOf("/");
  return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
};

/**
 * Matches if a file may contain a regular expression, so that most files needn't be parsed. A slash doesn't start an
 * expression if it follows a name, quotation mark or bracket, if it starts a comment or ends a tag, or if it is the
 * last slash on its line.
 */
const MAYBE =
  /(?<![\w$\]"'`/<*@]|(?<!\.\.)\.)\/(?![/*]|>(?:\n|\)))[^\n]*\/|\b(?:await|case|delete|do|else|in|instanceof|of|return|throw|typeof|void|yield)\/|\bRegExp\b/;

/**
 * Reports whether a regular expression is built at run time, in which case this check can't predict its running time.
 */
const isComputed = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp";

/**
 * Returns `line: expression` for every regular expression whose running time can't be predicted or grows faster than
 * its input, unless a comment explains why that is acceptable.
 */
export const findSuperLinear = (path: string, text: string): string[] => {
  if (!MAYBE.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split("\n");
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const literal = literalOf(node);
    if (literal ? isSuperLinear(literal.source, literal.flags) : isComputed(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      const isExcused = [lines[line - 1] ?? "", lines[line] ?? ""].some((each) => EXCUSE.test(each));
      if (!isExcused) found.push(`${line + 1}: ${node.getText().slice(0, 100)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

export const expressions: Step = {
  name: "expressions",
  run: async () => {
    const files = folders.flatMap((folder) => listFiles(root, folder)).filter((path) => /\.tsx?$/.test(path));
    const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
    const lines = checkChangedFiles(texts, openPassedBefore("expressions"), (path, text) =>
      findSuperLinear(path, text).map(
        (found) =>
          `${path}:${found} may take more than linear time. Rewrite it, or explain in a comment: // Backtracks, but …`,
      ),
    );
    return fromLines(lines, `${files.length} files`);
  },
};
