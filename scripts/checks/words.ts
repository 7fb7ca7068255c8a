import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { sourceLanguage } from "@/messages/runtime/language";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import { findBannedNames } from "./names";
import { fromLines, type Step } from "./step";

interface Ban {
  pattern: RegExp;
  /** The words to use instead. */
  instead: string;
}

/** Words from the last column of docs/glossary.md that have no legitimate use, and unidiomatic phrases. */
const everywhere: readonly Ban[] = [
  { pattern: /\be-mail/i, instead: "email" },
  { pattern: /(?<!-)\bmail(?:s|ed|ing)?\b/, instead: "email" },
  { pattern: /\bservice keys?\b/i, instead: "API key" },
  { pattern: /\bcron lines?\b/i, instead: "cron expression" },
  { pattern: /\bpresent password\b/i, instead: "current password" },
  { pattern: /\bjudgements?\b/i, instead: "outcome" },
  { pattern: /\b(?:is|are|was|were) told\b/i, instead: "we notify …, … gets an email" },
  { pattern: /\b(?:take[ns]?|took|taking) back\b/i, instead: "revoke, cancel, undo" },
  { pattern: /\bwhoever\b/i, instead: "anyone who, the person who" },
  { pattern: /\bsomebody\b/i, instead: "someone" },
  { pattern: /\bwhom\b/i, instead: "who" },
  { pattern: /\banew\b/i, instead: "again" },
  { pattern: /\bonce more\b/i, instead: "again" },
  { pattern: /\bmay go\b/i, instead: "can go" },
];

/** Additional bans in text for users, which calls a result an audit, never a scan. */
const forUsers: readonly Ban[] = [
  { pattern: /\b(?:last|next|previous|first|new|every|each|another|running) scan\b/i, instead: "audit" },
  { pattern: /\bviolations?\b/i, instead: "finding" },
];

const bansOf = (path: string): readonly Ban[] =>
  /^(?:app|emails|messages)\//.test(path) ? [...everywhere, ...forUsers] : everywhere;

interface Text {
  line: number;
  text: string;
}

/** Matches the name of an endpoint, such as "POST /api/…". */
const endpoint = /^[A-Z]+ \//;

/**
 * Reports whether a file's strings are checked. Those of jobs aren't, because they contain step names, which can't
 * change; those of tests aren't, because they quote text that isn't ours.
 */
const hasOwnStrings = (path: string): boolean => !/^(?:inngest|tests|bench)\//.test(path);

const isText = (node: ts.Node): node is ts.StringLiteral | ts.TemplateLiteralToken | ts.JsxText =>
  ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);

const isTitle = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && /^test(?:\.describe)?$/.test(parent.expression.getText());

const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, " ");

/**
 * Returns comments, text between tags, and strings of more than one word. In files whose strings aren't checked,
 * returns only test titles and comments.
 */
const textsOfCode = (path: string, source: string): Text[] => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const texts = new Map<number, Text>();
  const add = (position: number, text: string): void => {
    texts.set(position, { line: file.getLineAndCharacterOfPosition(position).line + 1, text });
  };
  const visit = (node: ts.Node): void => {
    if (isText(node) && (hasOwnStrings(path) || isTitle(node))) {
      if (/\S\s+\S/.test(node.text) && !endpoint.test(node.text)) add(node.getStart(), node.text);
    } else if (!ts.isJsxText(node))
      for (const { pos, end } of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [])
        add(pos, withoutCode(source.slice(pos, end)));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...texts.values()];
};

/** Omits code, because the names of files, settings and fields can contain any word. */
const textsOfDocument = (markdown: string): Text[] =>
  markdown
    .replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ""))
    .split("\n")
    .map((text, index) => ({ line: index + 1, text: text.replaceAll(/`[^`]*`|\]\([^)]*\)/g, " ") }));

/** Catalogues have one message per line, after the key. */
const textsOfCatalogue = (json: string): Text[] =>
  json.split("\n").map((line, index) => ({ line: index + 1, text: line.slice(line.indexOf(":") + 1) }));

const textsOf = (path: string, source: string): Text[] => {
  if (path.endsWith(".md")) return textsOfDocument(source);
  return path.endsWith(".json") ? textsOfCatalogue(source) : textsOfCode(path, source);
};

/** Returns `path:line: "word" …` for every banned word in a file's text. */
export const findBannedWords = (path: string, source: string): string[] => {
  const bans = bansOf(path);
  if (!bans.some(({ pattern }) => pattern.test(source))) return [];
  return textsOf(path, source).flatMap(({ line, text }) =>
    bans.flatMap(({ pattern, instead }) => {
      const word = pattern.exec(text)?.[0];
      return word ? [`${path}:${line}: "${word}". Write: ${instead}.`] : [];
    }),
  );
};

const code = ["app", "bench", "demo", "emails", "inngest", "messages", "rum", "scripts", "server", "start", "tests"];

/** Files that aren't checked: prompts for a model, and files that list the banned words. */
const without = [
  "server/domains/audits/fixes/prompts/",
  "scripts/checks/words.ts",
  "tests/unit/checks.spec.ts",
  "docs/glossary.md",
];

const listTexts = (): string[] => [
  ...code.flatMap((folder) => listFiles(root, folder)).filter((path) => /\.tsx?$/.test(path)),
  ...listFiles(root, `messages/${sourceLanguage}`),
  ...[...readdirSync(root), ...listFiles(root, "docs"), ...listFiles(root, "demo")].filter((path) =>
    path.endsWith(".md"),
  ),
];

export const words: Step = {
  name: "words",
  run: async () => {
    const files = listTexts().filter((path) => !without.some((each) => path.startsWith(each)));
    const found = files.flatMap((path) => {
      const source = readFileSync(join(root, path), "utf8");
      return [...findBannedWords(path, source), ...(/\.tsx?$/.test(path) ? findBannedNames(path, source) : [])];
    });
    return fromLines(found, `${files.length} files`);
  },
};
