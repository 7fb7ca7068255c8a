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

type Outline = OutlinedPage["outline"];
type Help = Outline["help"][number];

/** The items around a way to get help, and whether each of them comes before or after it. */
type Surroundings = ReadonlyMap<string, "before" | "after">;

interface Position {
  around: Surroundings;
  /**
   * The key of the menu that contains the way to get help; null if it isn't in a menu. Positions within one menu aren't
   * compared, because another rule checks the order of links in menus.
   */
  menu: string | null;
}

/** A position of a way to get help, and the pages where it is in this position. */
interface Arrangement extends Position {
  pages: Pages;
}

const MOST_MECHANISMS = 2_000;
const MOST_ARRANGEMENTS = 50;

/**
 * Returns the position of a way to get help relative to its surroundings: blocks that occur once, the main content and,
 * in a header or footer, the other links there.
 */
const positionOf = ({ blocks, main }: Outline, { place, block }: Help): Position => {
  const around = new Map<string, "before" | "after">();
  const add = (key: string, start: number, end: number): void => {
    if (end < place) around.set(key, "before");
    if (start > place) around.set(key, "after");
  };
  for (const { key, start, end } of blocks)
    if (blocks.filter((other) => other.key === key).length === 1) add(`block ${key}`, start, end);
  if (main) add("main", main.start, main.end);
  const own = block === null ? undefined : blocks[block];
  if (own?.kind === "header" || own?.kind === "footer")
    for (const link of own.links)
      if (own.links.filter(({ target }) => target === link.target).length === 1)
        add(`link ${link.target}`, link.place, link.place);
  return { around, menu: own?.kind === "navigation" || own?.kind === "aside" ? own.key : null };
};

/** Returns an item that comes before the way to get help in one position and after it in the other. */
const findMoved = ({ around, menu }: Position, usual: Position): string | undefined =>
  menu !== null && menu === usual.menu
    ? undefined
    : [...around].find(([key, side]) => usual.around.has(key) && usual.around.get(key) !== side)?.[0];

const nameOfMark = (key: string, { blocks }: Outline): string => {
  if (key === "main") return "the main content";
  const kind = blocks.find((block) => `block ${block.key}` === key)?.kind;
  if (kind === undefined) return "another link beside it";
  return {
    navigation: "the navigation",
    aside: "a menu",
    header: "the header",
    footer: "the footer",
    search: "the search",
  }[kind];
};

interface Mechanism {
  pages: number;
  arrangements: Map<string, Arrangement>;
  /** The most frequent arrangement; set once all pages have been added. */
  usual?: Arrangement | undefined;
}

/** Reports ways to get help that come before an item on one page and after it on others. */
export class HelpComparer implements PageComparer {
  private readonly mechanisms = new Map<string, Mechanism>();

  add(page: OutlinedPage): void {
    const { outline } = page;
    for (const [key, all] of occurrencesOf(outline)) {
      const create = (): Mechanism => ({ pages: 0, arrangements: new Map() });
      const mechanism = remember(this.mechanisms, key, { create, most: MOST_MECHANISMS });
      if (!mechanism) continue;
      mechanism.pages += 1;
      for (const help of all) {
        const position = positionOf(outline, help);
        const signature = [position.menu, ...[...position.around].map((entry) => entry.join(" "))].join("\n");
        const empty = (): Arrangement => ({ ...position, pages: noPages() });
        const arrangement = remember(mechanism.arrangements, signature, { create: empty, most: MOST_ARRANGEMENTS });
        if (arrangement) addPage(arrangement.pages, page);
      }
    }
  }

  evaluate({ outline }: OutlinedPage): NodeOutcome[] {
    return [...occurrencesOf(outline)].flatMap(([key, all]): NodeOutcome[] => {
      const mechanism = this.mechanisms.get(key);
      if (!mechanism || mechanism.pages < 2) return [];
      mechanism.usual ??= mostCommon(mechanism.arrangements.values());
      const { usual } = mechanism;
      const [first] = all;
      if (!first || !usual) return [];
      const moved = all.map((help) => findMoved(positionOf(outline, help), usual));
      const [mark] = moved;
      if (mark === undefined || moved.includes(undefined)) return [{ node: first.node, outcome: "passed", detail: "" }];
      const side = usual.around.get(mark) === "before" ? ["before", "after"] : ["after", "before"];
      const detail = `“${first.name}” comes ${side.join(` ${nameOfMark(mark, outline)} here, but `)} it ${describePages(usual.pages)}`;
      return [{ node: first.node, outcome: "needs_review", detail }];
    });
  }
}

/** Returns the ways to get help on a page, each with all its occurrences. */
const occurrencesOf = ({ language, help }: Outline): Map<string, Help[]> => {
  const found = new Map<string, Help[]>();
  for (const each of help) {
    const key = `${language} ${each.mechanism}`;
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  return found;
};
