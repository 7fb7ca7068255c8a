import ts from "typescript";

interface Ban {
  words: readonly string[];
  /** The words to use instead. */
  instead: string;
}

/**
 * Words from the last column of docs/glossary.md that are banned in the names of files, variables, functions, types and
 * fields.
 */
const bans: readonly Ban[] = [
  { words: ["mail", "mails", "mailed", "mailing"], instead: "email" },
  { words: ["ask", "asks", "asked", "asking"], instead: "request, query, call" },
  { words: ["look", "looks", "looked", "looking"], instead: "check, scan, read" },
  { words: ["hear", "heard", "hearing", "deed"], instead: "receive, response, progress" },
  { words: ["judge", "judges", "judged", "judgement", "verdict", "fate"], instead: "assess, check, outcome" },
  { words: ["doom", "doomed", "forget", "forgets", "tidy", "sweep", "swept"], instead: "purge, delete, clear" },
  { words: ["trouble", "troubles"], instead: "error" },
  { words: ["bring", "brings", "brought"], instead: "get, read" },
  { words: ["somebody", "whom", "whoever"], instead: "caller, user, person" },
];

/** Names that can contain a banned word, and the files in which this is allowed. */
const exceptions: readonly { names: RegExp; files: RegExp }[] = [
  // Environment variables, API fields, columns, routers and limits, which can't change.
  { names: /^MAIL_FROM_(?:ADDRESS|DOMAINS)$/, files: /^(?:server|tests)\// },
  { names: /^mail(?:Service|Events)$/, files: /^server\/router\.ts$/ },
  { names: /^mailing$/, files: /^server\/core\/limits\.ts$/ },
  { names: /^asked_by$/, files: /^(?:server\/core\/events|server\/domains\/identity\/|tests\/api\/)/ },
  // A parameter of the callback URL that scanners of running audits use.
  {
    names: /^ask$/,
    files: /^(?:server\/domains\/audits\/(?:apply-callback|callback-contract)|tests\/support\/fuzz\/)/,
  },
  // Functions that ask a model.
  {
    names: /^ask/i,
    files: /^server\/domains\/audits\/fixes\/(?:ask-model|create-fix)\./,
  },
  // Names that describe appearance.
  { names: /^looks?$/i, files: /^app\// },
  { names: /look/i, files: /^server\/scanner\/(?:fix|page)\// },
  // Rules whose functions run in the scanned page, and the code that uses them.
  { names: /judge|^(?:forget|asked)$/i, files: /^server\/scanner\/page\// },
];

const isAllowed = (name: string, path: string): boolean =>
  exceptions.some(({ names, files }) => names.test(name) && files.test(path));

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Matches a name that contains one of the words, as in `oneWord`, `one-word`, `one_word` and `ONE_WORD`. */
const matchNames = (words: readonly string[]): RegExp => {
  const spelt = words.map(
    (word) => `(?<![A-Za-z])${word}|${capitalise(word)}|(?<![A-Z])${word.toUpperCase()}(?![A-Z])`,
  );
  return new RegExp(`(?:${spelt.join("|")})(?![a-z])`);
};

const patterns = bans.map(({ words, instead }) => ({ pattern: matchNames(words), instead }));
const anyWord = matchNames(bans.flatMap(({ words }) => words));

interface Name {
  line: number;
  text: string;
}

/** Excludes names that are declared in another file, because they are reported there. */
const isDeclared = ({ parent }: ts.Identifier): boolean =>
  !(
    ts.isPropertyAccessExpression(parent) ||
    ts.isMetaProperty(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isJsxAttribute(parent)
  );

const namesOfCode = (path: string, source: string): Name[] => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const names: Name[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && "name" in node.parent && node.parent.name === node && isDeclared(node))
      names.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
};

const nameOfFile = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/, "");

/** Returns `path:line: "name" …` for the file's own name and every name declared in it that contains a banned word. */
export const findBannedNames = (path: string, source: string): string[] => {
  const names = anyWord.test(source) ? namesOfCode(path, source) : [];
  return [{ line: 1, text: nameOfFile(path) }, ...names]
    .filter(({ text }) => anyWord.test(text) && !isAllowed(text, path))
    .map(({ line, text }) => {
      const instead = patterns.find(({ pattern }) => pattern.test(text))?.instead;
      return `${path}:${line}: the name "${text}". Write: ${instead}.`;
    });
};
