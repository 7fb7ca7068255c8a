import {
  addPage,
  describePages,
  mostCommon,
  type NodeOutcome,
  noPages,
  type OutlinedPage,
  type PageComparer,
  type Pages,
  remember,
} from "./outlined-page";

/** Links or controls with the same function: their names, and the number of pages where they occur. */
interface Family {
  pages: number;
  names: Map<string, Name>;
  /** The most frequent name; set once all pages have been added. */
  usual?: Name | undefined;
}

interface Name {
  name: string;
  pages: Pages;
  /** All names that occur for the function on the pages with this name, including this name. */
  beside: Set<string>;
}

/** A function on a page, with the names it has there. */
interface Named {
  key: string;
  node: number;
  names: string[];
}

const MOST_FAMILIES = 20_000;
const MOST_NAMES = 20;
/** Maximum number of names for one function on one page; further names are ignored. */
const MOST_ON_PAGE = 4;
const MOST_BESIDE = 8;
const LEAST_WORD = 3;
const MOST_KEPT = 5_000;

/**
 * Returns the words of a name, without digits. In writing systems without spaces, each pair of characters counts as a
 * word.
 */
const wordsOf = (name: string): string[] => {
  const letters = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  return letters.flatMap((word) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
      ? [...word].map((character, at, all) => character + (all[at + 1] ?? ""))
      : word,
  );
};

interface Words {
  all: ReadonlySet<string>;
  long: readonly string[];
  /** All short words, and all beginnings of the long ones. */
  starts: ReadonlySet<string>;
  joined: string;
}

const readWords = (name: string): Words => {
  const words = wordsOf(name);
  const starts = words.flatMap((word) =>
    word.length < LEAST_WORD ? word : Array.from({ length: word.length }, (_, end) => word.slice(0, end + 1)),
  );
  return {
    all: new Set(words),
    long: words.filter((word) => word.length >= LEAST_WORD),
    starts: new Set(starts),
    joined: words.join(""),
  };
};

/** Returns the words of names and caches them. The cache is limited, because there can be many names. */
const createWordReader = (): ((name: string) => Words) => {
  const kept = new Map<string, Words>();
  return (name) => {
    const words = kept.get(name) ?? readWords(name);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(name, words);
    return words;
  };
};

const isOneIn = (words: Iterable<string>, others: ReadonlySet<string>): boolean => {
  for (const word of words) if (others.has(word)) return true;
  return false;
};

/** Reports whether two names could follow the same pattern, such as "Page 1" and "Page 2", or "Cart" and "Cart (3)". */
const isAlike = (one: Words, other: Words): boolean =>
  one.all.size === 0 ||
  other.all.size === 0 ||
  one.joined === other.joined ||
  isOneIn(one.starts, other.all) ||
  isOneIn(one.long, other.starts);

/** Returns blocks whose key occurs only once on the page, because blocks with the same key can't be told apart. */
const distinctBlocks = ({ blocks }: OutlinedPage["outline"]) =>
  blocks.filter(({ key }) => blocks.filter((other) => other.key === key).length === 1);

/** Lists links in repeated blocks by destination, and controls by function, with their names on the page. */
const listNamed = ({ language, controls, ...outline }: OutlinedPage["outline"]): Named[] => {
  const named = new Map<string, Named>();
  const add = (key: string, node: number, name: string): void => {
    const known = named.get(key) ?? { key, node, names: [] };
    named.set(key, known);
    if (known.names.length < MOST_ON_PAGE && !known.names.includes(name)) known.names.push(name);
  };
  for (const control of controls) add(`${language} control ${control.function}`, control.node, control.name);
  for (const { key, node, links } of distinctBlocks({ language, controls, ...outline }))
    for (const { target, name } of links) add(`${language} link ${key} ${target}`, node, name);
  return [...named.values()];
};

/**
 * Reports links and controls whose name has nothing in common with the most frequent name for the same function. Leaves
 * out functions that have several names on most of the pages where they occur, for example because one icon has several
 * meanings.
 */
export class NameComparer implements PageComparer {
  private readonly families = new Map<string, Family>();
  private readonly wordsOf = createWordReader();

  add(page: OutlinedPage): void {
    for (const { key, names } of listNamed(page.outline)) {
      const create = (): Family => ({ pages: 0, names: new Map() });
      const family = remember(this.families, key, { create, most: MOST_FAMILIES });
      if (!family) continue;
      family.pages += 1;
      for (const name of names) {
        const empty = (): Name => ({ name, pages: noPages(), beside: new Set() });
        const known = remember(family.names, name, { create: empty, most: MOST_NAMES });
        if (!known) continue;
        addPage(known.pages, page);
        for (const other of names) if (known.beside.size < MOST_BESIDE) known.beside.add(other);
      }
    }
  }

  evaluate({ outline }: OutlinedPage): NodeOutcome[] {
    const outcomes = new Map<number, NodeOutcome>();
    for (const named of listNamed(outline)) {
      const outcome = this.evaluateNamed(named);
      const known = outcomes.get(named.node);
      if (outcome && (!known || known.outcome === "passed")) outcomes.set(named.node, outcome);
    }
    return [...outcomes.values()];
  }

  private evaluateNamed({ key, node, names }: Named): NodeOutcome | null {
    const family = this.families.get(key);
    if (!family || family.pages < 2 || isParametrised(family)) return null;
    family.usual ??= mostCommon(family.names.values());
    if (!family.usual) return null;
    const { name: usualName, pages, beside } = family.usual;
    const expected = [usualName, ...beside].map(this.wordsOf);
    if (names.map(this.wordsOf).some((name) => expected.some((other) => isAlike(name, other))))
      return { node, outcome: "passed", detail: "" };
    return {
      ...{ node, outcome: "needs_review" },
      detail: `it is called “${names[0] ?? ""}” here, but “${usualName}” ${describePages(pages)}`,
    };
  }
}

/**
 * Reports whether the names differ from page to page. If they do, they usually describe what each page is about, as in
 * "Like this photo of a harbour".
 */
const isParametrised = ({ pages, names }: Family): boolean => names.size > 3 && names.size > pages / 3;
