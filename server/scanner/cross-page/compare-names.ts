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

/** Everything with the same function: which names it has, on how many pages. */
interface Family {
  pages: number;
  names: Map<string, Name>;
  /** The most common name, after all pages have been added. */
  usual?: Name | undefined;
}

interface Name {
  name: string;
  pages: Pages;
  /** Other names for the same on one of these pages. */
  beside: Set<string>;
}

/** The names that one function has on a page. */
interface Named {
  key: string;
  node: number;
  names: string[];
}

const MOST_FAMILIES = 20_000;
const MOST_NAMES = 20;
const LEAST_WORD = 3;

/** Returns the words of a name, without digits. In scripts without spaces, each pair of characters counts as a word. */
const wordsOf = (name: string): string[] => {
  const letters = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  return letters.flatMap((word) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
      ? [...word].map((character, at, all) => character + (all[at + 1] ?? ""))
      : word,
  );
};

/** Reports whether two names may belong to the same pattern, such as "Page 1" and "Page 2", or "Cart" and "Cart (3)". */
const isAlike = (one: string, other: string): boolean => {
  if (one === other) return true;
  const known = wordsOf(other);
  const words = wordsOf(one);
  const isPartial = (word: string): boolean => known.some((each) => each.startsWith(word) || word.startsWith(each));
  if (words.length === 0 || known.length === 0 || words.join("") === known.join("")) return true;
  return words.some((word) => (word.length >= LEAST_WORD ? isPartial(word) : known.includes(word)));
};

/** Returns blocks whose key occurs once on the page, because others can't be told apart. */
const distinctBlocks = ({ blocks }: OutlinedPage["outline"]) =>
  blocks.filter(({ key }) => blocks.filter((other) => other.key === key).length === 1);

/** Lists links of repeated blocks by destination, and controls by function, with their names on the page. */
const listNamed = ({ language, controls, ...outline }: OutlinedPage["outline"]): Named[] => {
  const named = new Map<string, Named>();
  const add = (key: string, node: number, name: string): void => {
    const known = named.get(key) ?? { key, node, names: [] };
    named.set(key, known);
    if (!known.names.includes(name)) known.names.push(name);
  };
  for (const control of controls) add(`${language} control ${control.function}`, control.node, control.name);
  for (const { key, node, links } of distinctBlocks({ language, controls, ...outline }))
    for (const { target, name } of links) add(`${language} link ${key} ${target}`, node, name);
  return [...named.values()];
};

/**
 * Reports links and controls whose name has nothing in common with the most common name for the same function. A
 * function with several names on most of its pages, such as an icon that stands for different things, is left out.
 */
export class NameComparer implements PageComparer {
  private readonly families = new Map<string, Family>();

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
        for (const other of names) if (known.beside.size < MOST_NAMES) known.beside.add(other);
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
    const expected = [usualName, ...beside];
    if (names.some((name) => expected.some((other) => isAlike(name, other))))
      return { node, outcome: "passed", detail: "" };
    return {
      ...{ node, outcome: "needs_review" },
      detail: `it is called “${names[0] ?? ""}” here, but “${usualName}” ${describePages(pages)}`,
    };
  }
}

/** Names that differ from page to page name what the page is about, such as "Like this photo of a harbour". */
const isParametrised = ({ pages, names }: Family): boolean => names.size > 3 && names.size > pages / 3;
