import {
  addPage,
  describePages,
  mostPagesFirst,
  type NodeOutcome,
  noPages,
  type OutlinedPage,
  type PageComparer,
  type Pages,
  remember,
} from "./outlined-page";

type Block = OutlinedPage["outline"]["blocks"][number];

/** A sequence of links in a block, and the pages where the block has this sequence. */
interface Variant {
  links: readonly string[];
  /** The links in `links`, for fast lookups. */
  known: ReadonlySet<string>;
  pages: Pages;
  /** Sequences of other variants that are on the same page as this one, such as those of a second menu. */
  beside: Set<string>;
}

type Links = Pick<Variant, "links" | "known">;

/** A block of a page that can be compared with other blocks, and the links that occur only once in it. */
interface Readable extends Links {
  block: Block;
  key: string;
  sequence: string;
}

/** All variants of a block, keyed by sequence of links. */
type Variants = Map<string, Variant>;

const LEAST_LINKS = 3;
const MOST_BLOCKS = 2_000;
const MOST_VARIANTS = 100;
const MOST_BESIDE = 20;
/** Maximum number of variants of one block to keep as references for other blocks. */
const MOST_REFERENCES = 20;

const idOf = ({ target, name }: Block["links"][number]): string => `${target} ${name.toLowerCase()}`;

/** Returns the links that occur only once in a block, because only these have an unambiguous position. */
const linksOf = ({ links }: Block): string[] => {
  const counts = new Map<string, number>();
  const ids = links.map(idOf);
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return ids.filter((id) => counts.get(id) === 1);
};

const sequenceOf = (links: readonly string[]): string => links.join("\n");

/** Reports whether the links that two blocks have in common are in the same order in both. */
const isConsistent = (one: Links, other: Links): boolean => {
  const shared = other.links.filter((id) => one.known.has(id));
  let next = 0;
  for (const id of one.links) {
    if (!other.known.has(id)) continue;
    if (shared[next] !== id) return false;
    next += 1;
  }
  return true;
};

const countShared = ({ links }: Links, { known }: Links): number => {
  let shared = 0;
  for (const id of links) if (known.has(id)) shared += 1;
  return shared;
};

/** Reports whether two variants share enough links to be versions of the same block. */
const isSameBlock = (one: Links, other: Links): boolean => {
  const shared = countShared(one, other);
  return shared >= LEAST_LINKS && shared >= Math.min(one.links.length, other.links.length) / 2;
};

const hasOrderOf = (one: Links, reference: Links): boolean =>
  isSameBlock(one, reference) && isConsistent(one, reference);

const quote = (id: string): string => {
  const name = id.slice(id.indexOf(" ") + 1);
  return `“${name.slice(0, 1).toUpperCase()}${name.slice(1)}”`;
};

/** Describes two successive links that are in the opposite order in the reference. */
const describeSwap = ({ links }: Links, { links: reference, known, pages }: Variant): string => {
  const shared = links.filter((id) => known.has(id));
  const at = shared.findIndex((id, index) => reference.indexOf(id) > reference.indexOf(shared[index + 1] ?? id));
  return `${quote(shared[at] ?? "")} comes before ${quote(shared[at + 1] ?? "")} here, but after it ${describePages(pages)}`;
};

/**
 * Reports blocks whose links aren't in the same order as in the most frequent variant of the block. Added and missing
 * links make no difference. A block with a different order fails if it is navigation, its links are nearly the same as
 * those of the most frequent variant, and that variant is on at least two pages and on more pages than the block's own
 * variant. Otherwise, the block needs review, because it may list something else, such as related pages.
 */
export class NavigationComparer implements PageComparer {
  private readonly blocks = new Map<string, Variants>();
  private references: Map<string, Variant[]> | null = null;

  add(page: OutlinedPage): void {
    const here = new Map<string, Map<string, Variant>>();
    for (const { key, sequence, links, known } of readBlocks(page.outline)) {
      const variants = remember(this.blocks, key, { create: (): Variants => new Map(), most: MOST_BLOCKS });
      const create = (): Variant => ({ links, known, pages: noPages(), beside: new Set() });
      const variant = variants && remember(variants, sequence, { create, most: MOST_VARIANTS });
      if (!variant) continue;
      const others = here.get(key) ?? new Map<string, Variant>();
      if (!others.has(sequence)) addPage(variant.pages, page);
      for (const [other, { beside }] of others) {
        if (beside.size < MOST_BESIDE) beside.add(sequence);
        if (variant.beside.size < MOST_BESIDE) variant.beside.add(other);
      }
      here.set(key, others.set(sequence, variant));
    }
  }

  evaluate({ outline }: OutlinedPage): NodeOutcome[] {
    const blocks = readBlocks(outline);
    return blocks.flatMap((block) => this.evaluateBlock(block, blocks) ?? []);
  }

  private evaluateBlock(block: Readable, all: readonly Readable[]): NodeOutcome | null {
    const { key, sequence, links } = block;
    const { node, kind } = block.block;
    const reference = this.referenceOf(block);
    if (!reference) return null;
    const variants = this.blocks.get(key);
    const own = variants?.get(sequence);
    if (reference === own) return own.pages.count > 1 || this.isRepeated(key, own) ? pass(node) : null;
    const accepted = [reference, ...[...reference.beside].map((id) => variants?.get(id))];
    const isAccepted = accepted.some((variant) => variant && hasOrderOf(block, variant));
    if (isAccepted || all.some((other) => other.key === key && hasOrderOf(other, reference))) return pass(node);
    const isSame = countShared(block, reference) >= 0.8 * Math.max(links.length, reference.links.length);
    const isMinority = reference.pages.count >= 2 && reference.pages.count > (own?.pages.count ?? 0);
    const outcome = kind === "navigation" && isSame && isMinority ? "failed" : "needs_review";
    return { node, outcome, detail: describeSwap(block, reference) };
  }

  /** Reports whether another variant of the block is on a different page. */
  private isRepeated(key: string, variant: Variant): boolean {
    for (const other of this.blocks.get(key)?.values() ?? [])
      if (other !== variant && other.pages.example !== variant.pages.example && isSameBlock(other, variant))
        return true;
    return false;
  }

  /** Returns the most frequent variant that shares enough links with the block. */
  private referenceOf(block: Readable): Variant | undefined {
    this.references ??= new Map();
    const known = this.references.get(block.key) ?? this.findReferences(block.key);
    this.references.set(block.key, known);
    return known.find((reference) => isSameBlock(block, reference));
  }

  private findReferences(key: string): Variant[] {
    const variants = [...(this.blocks.get(key)?.values() ?? [])].sort((a, b) => mostPagesFirst(a.pages, b.pages));
    const references: Variant[] = [];
    for (const variant of variants)
      if (references.length < MOST_REFERENCES && !references.some((reference) => isSameBlock(variant, reference)))
        references.push(variant);
    return references;
  }
}

const readBlocks = ({ language, blocks }: OutlinedPage["outline"]): Readable[] =>
  blocks.flatMap((block) => {
    const links = block.kind === "search" ? [] : linksOf(block);
    return links.length < LEAST_LINKS
      ? []
      : [{ block, key: `${language} ${block.key}`, sequence: sequenceOf(links), links, known: new Set(links) }];
  });

const pass = (node: number): NodeOutcome => ({ node, outcome: "passed", detail: "" });
