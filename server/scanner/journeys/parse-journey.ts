import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import { describeIssue } from "@/server/core/field-messages";
import { Journey } from "../journey-contract";

/** Maximum length of a recording or script. It can be longer than a journey, because only part of it is imported. */
export const MAX_RECORDING_LENGTH = 100_000;
/**
 * Maximum length of a journey's text, which is enough for the longest steps in any style of YAML or JSON. Parsing
 * longer text would take too long.
 */
const MAX_LENGTH = 40_000;
const MAX_LINES = 2_000;
const MAX_DEPTH = 20;
const MAX_PROBLEMS = 20;

/** What is wrong with a journey's text; `line` is null if the error isn't on a particular line. */
export interface JourneyProblem {
  line: number | null;
  message: string;
}

export type ParsedJourney = { journey: Journey } | { problems: JourneyProblem[] };

const problem = (message: string, line: number | null = null): ParsedJourney => ({ problems: [{ line, message }] });

const tooLong = `A journey can have at most ${MAX_LENGTH.toLocaleString("en")} characters and ${MAX_LINES.toLocaleString("en")} lines.`;

const isTooLong = (text: string): boolean =>
  text.length > MAX_LENGTH || text.split("\n", MAX_LINES + 1).length > MAX_LINES;

/**
 * Reports whether the text is nested too deeply. Checked before the text is parsed, because the parser is recursive.
 */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  for (const letter of text) {
    if (letter === "[" || letter === "{") depth += 1;
    if (letter === "]" || letter === "}") depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
};

/**
 * Reports whether the document contains aliases, which could make short text expand to a huge value. Journeys don't
 * need them.
 */
const hasAliases = (document: Document): boolean => {
  let found = false;
  visit(document, (_key, node) => {
    if (isAlias(node) || (isNode(node) && "anchor" in node && node.anchor)) found = true;
  });
  return found;
};

/** Returns the line of the innermost existing node on the path. */
const lineOf = (document: Document, path: readonly PropertyKey[], lines: LineCounter): number | null => {
  let node: Node | null = document.contents;
  let start: number | undefined = node?.range?.[0];
  for (const key of path) {
    const next: unknown = isMap(node) || isSeq(node) ? node.get(key, true) : undefined;
    if (!(isMap(next) || isSeq(next) || isScalar(next))) break;
    node = next;
    start = next.range?.[0] ?? start;
  }
  return start === undefined ? null : lines.linePos(start).line;
};

const nameField = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? String(part + 1) : String(part)))
    .join(" ")
    .replace(/^steps (\d+)/, "step $1");

/**
 * Reads a journey from YAML, of which JSON is a subset. Only plain values are read: no tags, no aliases. Never throws.
 */
export const parseJourney = (text: string): ParsedJourney => {
  if (isTooLong(text)) return problem(tooLong);
  if (isTooDeep(text)) return problem("The values are nested too deeply.");
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, schema: "core", uniqueKeys: true, prettyErrors: false });
    const [error] = document.errors;
    if (error && /call stack/i.test(error.message)) return problem("The values are nested too deeply.");
    if (error) return problem(`This isn't valid YAML or JSON: ${error.message}`, lines.linePos(error.pos[0]).line);
    if (document.warnings.length > 0) return problem("YAML tags can't be used. Use plain values only.");
    if (hasAliases(document)) return problem("Anchors and aliases can't be used.");
    const parsed = Journey.safeParse(document.toJS({ maxAliasCount: 0 }), { error: describeIssue });
    if (parsed.success) return { journey: parsed.data };
    return {
      problems: parsed.error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
        line: lineOf(document, path, lines),
        message: path.length === 0 ? message : `${nameField(path)}: ${message}`,
      })),
    };
  } catch {
    return problem("This isn't valid YAML or JSON.");
  }
};
