import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { sourceLanguage } from "@/messages/runtime/language";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import { findBannedNames } from "./names";
import { checkChangedFiles, openPassedBefore } from "./passed-before";
import { fromLines, type Step } from "./step";

interface Ban {
  pattern: RegExp;
  /** The words to use instead. */
  instead: string;
  /** The files in which the word has another meaning. */
  except?: RegExp;
}

/** Phrases by which the scanner recognises walls, quoted from websites in many languages. */
const quotedPhrases = "server/scanner/page/walls/";

/** Words from the last column of docs/glossary.md. */
const fromGlossary: readonly Ban[] = [
  {
    pattern: /\bproblems?\b/i,
    instead: "error, finding, issue, barrier",
    // "There's a problem" begins messages about errors, as in GOV.UK's style guide. In the API, documents have the
    // field `problem`.
    except:
      /^(?:messages\/en-GB\/(?:shared|site)\.json|docs\/documents\.md|server\/(?:domains\/audits\/results\/exports|scanner\/page\/walls)\/)/,
  },
  // Results and SQL contain axe's name for the outcome.
  {
    pattern: /(?<!')\bviolations?\b(?! (?:\(|v\b))/i,
    instead: "finding",
    except: /^(?:docs\/report-service\.md$|server\/domains\/reports\/report-shape\.ts$|tests\/)/,
  },
  { pattern: /\bfaults?\b(?! tolerance)/i, instead: "error, failure, issue" },
  { pattern: /\b(?:verdicts?|fates?|judgements?)\b/i, instead: "outcome, triage" },
  { pattern: /\b(?:judges|judged)\b/i, instead: "check", except: /^(?:docs|messages)\// },
  { pattern: /\b(?:harms?|severity)\b/i, instead: "impact", except: /^docs\/security\.md$/ },
  { pattern: /\b(?:repairs?|repair(?:ed|ing))\b/i, instead: "fix" },
  { pattern: /\bsolutions?\b/i, instead: "fix", except: new RegExp(`^${quotedPhrases}`) },
  { pattern: /\bdiffs?\b/i, instead: "comparison" },
  { pattern: /(?<!grapheme )\bclusters?\b/i, instead: "component", except: /^tests\/support\/postgres\.ts$/ },
  { pattern: /\b(?:filmstrips?|(?:page|screen) captures?)\b/i, instead: "strip, screenshot" },
  { pattern: /\bsnapshots?\b/i, instead: "screenshot", except: /^messages\/en-GB\/report\.json$/ },
  { pattern: /\bsite rules?\b/i, instead: "cross-page rule" },
  { pattern: /\bproblem types?\b/i, instead: "rule" },
  { pattern: /\bthe other engine\b/i, instead: "the second engine" },
  { pattern: /(?<!as |first )\bseen by\b/i, instead: "reported by" },
  { pattern: /\bignored elements?\b/i, instead: "excluded element" },
  { pattern: /\bincomplete audits?\b/i, instead: "partial audit" },
  { pattern: /\bseed URLs?\b/i, instead: "URL list" },
  { pattern: /\bpage (?:categor(?:y|ies)|sections?)\b/i, instead: "page group" },
  { pattern: /\blogged[- ]in\b(?! the)/i, instead: "signed-in", except: new RegExp(`^${quotedPhrases}`) },
  { pattern: /\b(?:need|needs|require|requires|without|or) (?:a )?login\b(?! (?:page|form))/i, instead: "sign-in" },
  { pattern: /\bscanners? visit(?:s|ed)?\b/i, instead: "scan" },
  { pattern: /\blook(?:s|ed|ing)? at\b/i, instead: "check, scan, read" },
  { pattern: /\bweb address(?:es)?\b/i, instead: "URL", except: /^server\/domains\/audits\/fixes\/fixers\/label\.ts$/ },
  { pattern: /\b(?:gives?|gave|given|giving) up (?:a|its|the|their) slots?\b/i, instead: "release" },
  { pattern: /\bget(?:s|ting)? rid of\b/i, instead: "delete" },
  { pattern: /\bforgets?\b/i, instead: "purge, delete", except: /^messages\/en-GB\/advice\.json$/ },
  { pattern: /\b(?:dooms?|doomed|tidy|tidies|tidied|sweeps?|swept)\b/i, instead: "purge, delete" },
  { pattern: /\b(?:troubles?|guilty|deeds?)\b/i, instead: "error, progress" },
  { pattern: /\btold\b(?! apart)/i, instead: "we notify …, … gets an email" },
  { pattern: /\be-mail/i, instead: "email" },
  { pattern: /(?<!-)\bmail(?:s|ed|ing)?\b/, instead: "email" },
  { pattern: /\bservice keys?\b/i, instead: "API key" },
  { pattern: /\bcron lines?\b/i, instead: "cron expression" },
  { pattern: /\bpresent password\b/i, instead: "current password" },
  { pattern: /\bat present\b/i, instead: "now, currently" },
  { pattern: /\b(?:take[ns]?|took|taking) back\b/i, instead: "revoke, cancel, undo" },
  { pattern: /\bsomebody\b/i, instead: "someone" },
];

/** Unidiomatic phrases. */
const unidiomatic: readonly Ban[] = [
  { pattern: /\bwhoever\b/i, instead: "anyone who, the person who" },
  { pattern: /\bwhom\b/i, instead: "who" },
  { pattern: /\banew\b/i, instead: "again" },
  { pattern: /\bonce more\b/i, instead: "again" },
  { pattern: /\bmay go\b/i, instead: "can go" },
  { pattern: /\bstands\b(?! (?:for|in|out)\b)/i, instead: "is" },
  { pattern: /\bclash(?:es)?\b/i, instead: "conflict" },
  { pattern: /\bso often\b/i, instead: "the number of times" },
  { pattern: /\b(?:become|becomes|became) of\b/i, instead: "happens to, result" },
  { pattern: /\bthe one before\b/i, instead: "previous" },
];

const everywhere = [...fromGlossary, ...unidiomatic];

/** Additional bans in text for users, in which a result is called an audit, never a scan. */
const forUsers: readonly Ban[] = [
  { pattern: /\b(?:last|next|previous|first|new|every|each|another|running) scan\b/i, instead: "audit" },
];

const bansOf = (path: string): readonly Ban[] =>
  [...everywhere, ...(/^(?:app|emails|messages)\//.test(path) ? forUsers : [])].filter(
    ({ except }) => !except?.test(path),
  );

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

/** Joins lines, and removes the asterisks before a comment's lines, so that phrases are found across line breaks. */
const joinLines = (text: string): string => text.replaceAll(/\s*\n[\s*]*/g, " ");

/**
 * Returns comments, text between tags, and strings of more than one word. In files whose strings aren't checked,
 * returns only test titles and comments.
 */
const textsOfCode = (path: string, source: string): Text[] => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const texts = new Map<number, Text>();
  const add = (position: number, text: string): void => {
    texts.set(position, { line: file.getLineAndCharacterOfPosition(position).line + 1, text: joinLines(text) });
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
  const joined = joinLines(source);
  if (!bans.some(({ pattern }) => pattern.test(joined))) return [];
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
    const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
    const found = checkChangedFiles(texts, openPassedBefore("words"), (path, text) => [
      ...findBannedWords(path, text),
      ...(/\.tsx?$/.test(path) ? findBannedNames(path, text) : []),
    ]);
    return fromLines(found, `${files.length} files`);
  },
};
