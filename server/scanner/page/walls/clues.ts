import type { PageFacts } from "../probe/read-facts";
import { type WordTable, wordsIn } from "../rules/words";

/** What is known about a page before it is scanned. Names of headers are in lower case. */
export interface PageEvidence {
  /** The URL that the scanner requested. */
  url: string;
  finalUrl: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  facts: PageFacts;
  /** Whether the website responds in the same way to a URL that can't exist. Unset if that isn't known. */
  isLikeMissing?: boolean;
  /** Number of scripts that failed to load, and of errors in scripts. Unset if that isn't known. */
  scriptFailures?: number;
  /** Whether the scan starts here. */
  isStart?: boolean;
}

/** Text without capital letters, accents or punctuation, with a space before and after each word. */
export type PlainText = string;

export const toPlainText = (text: string): PlainText =>
  ` ${text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** Evidence in the form that is used to recognise walls. */
export interface Clues extends PageEvidence {
  title: PlainText;
  /** The page's level 1 headings or, if it has none, its first heading. */
  headings: readonly PlainText[];
  text: PlainText;
  buttons: readonly PlainText[];
  links: readonly { url: string; text: PlainText }[];
  path: PlainText;
  requestedPath: PlainText;
  /** Whether a page other than the requested one was loaded. */
  isRedirected: boolean;
  /** URLs of files and frames, the beginnings of scripts, IDs and classes, in lower case, one per line. */
  source: string;
}

const pathOf = (address: string): string => {
  const { hostname, pathname } = new URL(address);
  // Includes the subdomain, because a host name such as login.example.org says as much as a path.
  return `${hostname.split(".").slice(0, -2).join(" ")} ${decode(pathname)}`;
};

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Returns a URL without the parts that don't distinguish one page from another. */
const pageKey = (address: string): string => {
  const { hostname, pathname, search } = new URL(address);
  return hostname.replace(/^www\./, "") + pathname.replace(/\/$/, "").replace(/\/index\.\w{3,5}$/, "") + search;
};

/** Maximum numbers to read. Walls have few headings, buttons and links; on other pages, these limits save time. */
const most = { headings: 4, buttons: 20, links: 30 };

const countAllWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Adds the text of open shadow roots, which may contain all that consent tools and web components show. */
const withShadowText = (facts: PageFacts): PageFacts =>
  facts.shadowText === ""
    ? facts
    : {
        ...facts,
        text: `${facts.text} ${facts.shadowText}`,
        words: facts.words + countAllWords(facts.shadowText),
        mainWords: facts.mainWords === null ? null : facts.mainWords + countAllWords(facts.shadowText),
      };

export const readClues = (original: PageEvidence): Clues => {
  const facts = withShadowText(original.facts);
  const evidence = { ...original, facts };
  const { url, finalUrl } = evidence;
  const main = facts.headings.filter(({ level }) => level === 1);
  const { files, inlineScripts, frames, names, refresh } = facts;
  return {
    ...evidence,
    title: toPlainText(facts.title),
    headings: (main.length > 0 ? main.slice(0, most.headings) : facts.headings.slice(0, 1)).map(({ text }) =>
      toPlainText(text),
    ),
    text: toPlainText(facts.text),
    buttons: facts.buttons.slice(0, most.buttons).map(toPlainText),
    links: facts.shownLinks.slice(0, most.links).map((link) => ({ url: link.url, text: toPlainText(link.text) })),
    path: toPlainText(pathOf(finalUrl)),
    requestedPath: toPlainText(pathOf(url)),
    isRedirected: pageKey(url) !== pageKey(finalUrl),
    source: [...files, ...inlineScripts, ...frames, ...names, refresh].join("\n").toLowerCase(),
  };
};

const plainPhrases = new WeakMap<WordTable, readonly PlainText[]>();

/**
 * Chinese, Japanese and Thai have no spaces between words; Korean, Arabic and Hebrew join particles to them. In such
 * text, a phrase need not begin or end at a space. Korean syllables are decomposed in a `PlainText`.
 */
const withoutSpaces = /[\u0590-\u06ff\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]/;

const phrasesOf = (table: WordTable): readonly PlainText[] => {
  const known = plainPhrases.get(table);
  if (known) return known;
  const all = wordsIn(table).map(toPlainText);
  const phrases = [...new Set(all.map((phrase) => (withoutSpaces.test(phrase) ? phrase.trim() : phrase)))];
  plainPhrases.set(table, phrases);
  return phrases;
};

/**
 * Returns how many of the phrases occur in the text as whole words. A phrase that contains another phrase counts as
 * two.
 */
export const countPhrases = (text: PlainText, table: WordTable): number =>
  phrasesOf(table).filter((phrase) => text.includes(phrase)).length;

export const mentions = (text: PlainText, table: WordTable): boolean =>
  phrasesOf(table).some((phrase) => text.includes(phrase));

/** Reports whether the text consists of one of the phrases and nothing else. */
export const isPhrase = (text: PlainText, table: WordTable): boolean =>
  phrasesOf(table).some((phrase) => phrase.trim() === text.trim());

/** Maximum number of cached results for a table. Results are cached because several signals read the same text. */
const MOST_KNOWN_TEXTS = 20;
const knownConcepts = new WeakMap<WordTable, Map<PlainText, ReadonlySet<string>>>();
const knownStems = new WeakMap<WordTable, ReadonlyMap<string, readonly string[]>>();

const stemsOf = (table: WordTable): ReadonlyMap<string, readonly string[]> => {
  const known = knownStems.get(table);
  if (known) return known;
  const toStem = (word: string): string => {
    const stem = word.endsWith(".") ? toPlainText(word) : toPlainText(word).trimEnd();
    return withoutSpaces.test(stem) ? stem.trim() : stem;
  };
  const stems = new Map(Object.entries(table).map(([name, words]) => [name, wordsIn({ [name]: words }).map(toStem)]));
  knownStems.set(table, stems);
  return stems;
};

/** Returns the names of the concepts that the text mentions. A table lists the beginnings of words for each concept. */
export const conceptsIn = (text: PlainText, table: WordTable): ReadonlySet<string> => {
  const known = knownConcepts.get(table) ?? new Map<PlainText, ReadonlySet<string>>();
  knownConcepts.set(table, known);
  const found = known.get(text) ?? findConcepts(text, table);
  if (known.size >= MOST_KNOWN_TEXTS) known.clear();
  known.set(text, found);
  return found;
};

const findConcepts = (text: PlainText, table: WordTable): ReadonlySet<string> =>
  new Set([...stemsOf(table)].flatMap(([name, stems]) => (stems.some((stem) => text.includes(stem)) ? [name] : [])));

export const countWords = (text: PlainText): number => text.split(" ").length - 2;

/** Returns a title's parts. Titles often contain the website's name before or after a dash or other separator. */
export const titleParts = (title: string): PlainText[] =>
  title.split(/\s[-–—|·•:»‹]\s|[|:–—!?…]|\.{3}/).map(toPlainText);

/** Reports whether the page has navigation or an article, which walls don't have. */
export const hasNavigation = ({ facts }: Clues): boolean =>
  facts.structure.some((path) => /(?:nav|article|navigation\])(?:$|>)/.test(path) && !path.includes("dialog"));

/** Reports whether there is little on the page besides a message to visitors. */
export const isBare = (page: Clues): boolean => {
  const { words, shownLinks, headings, fields } = page.facts;
  return words <= 120 && shownLinks.length <= 6 && headings.length <= 4 && fields.length <= 3 && !hasNavigation(page);
};

/** Reports whether a page is hidden from search engines. */
export const isUnlisted = ({ facts, headers }: Clues): boolean =>
  [facts.robots, headers["x-robots-tag"]].some((robots) => robots?.toLowerCase().includes("noindex")) &&
  facts.canonicals.length === 0;

/** The title and the headings, which say what a page is about. */
export const leads = ({ title, headings }: Clues): PlainText[] => [title, ...headings];

/**
 * Reports whether the page was redirected to a URL with one of these words, which the requested URL doesn't contain.
 */
export const isSentTo = (words: RegExp, page: Clues): boolean =>
  page.isRedirected && words.test(page.path) && !words.test(page.requestedPath);

/** Reports whether a request for a page other than the home page led to a page with little more than a message. */
export const isGate = (page: Clues): boolean =>
  page.isRedirected &&
  isBare(page) &&
  new URL(page.url).pathname !== "/" &&
  new URL(page.url).pathname !== new URL(page.finalUrl).pathname;

export const includesAny = (source: string, names: readonly string[]): boolean =>
  names.some((name) => source.includes(name));
