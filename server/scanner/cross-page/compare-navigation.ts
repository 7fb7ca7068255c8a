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

/** A sequence of links that the same block has on some pages. */
interface Variant {
  links: readonly string[];
  pages: Pages;
  /** Keys of other variants that are on the same page as this one, such as a second menu. */
  beside: Set<string>;
}

/** All variants of a block, by their sequence of links. */
type Variants = Map<string, Variant>;

const LEAST_LINKS = 3;
const MOST_BLOCKS = 2_000;
const MOST_VARIANTS = 100;
const MOST_BESIDE = 20;

const idOf = ({ target, name }: Block["links"][number]): string => `${target} ${name.toLowerCase()}`;

/** Returns the links of a block that it contains only once, because only these have an unambiguous position. */
const linksOf = ({ links }: Block): string[] => {
  const ids = links.map(idOf);
  return ids.filter((id) => ids.indexOf(id) === ids.lastIndexOf(id));
};

const sequenceOf = (links: readonly string[]): string => links.join("\n");

const onlyIn = (links: readonly string[], shared: ReadonlySet<string>): string[] =>
  links.filter((id) => shared.has(id));

const isConsistent = (links: readonly string[], reference: readonly string[]): boolean => {
  const here = new Set(links);
  const shared = new Set(reference.filter((id) => here.has(id)));
  return sequenceOf(onlyIn(links, shared)) === sequenceOf(onlyIn(reference, shared));
};

const countShared = (links: readonly string[], other: readonly string[]): number => {
  const known = new Set(other);
  return links.filter((id) => known.has(id)).length;
};

/** Returns whether two variants have so many links in common that they are versions of the same block. */
const isSameBlock = (links: readonly string[], other: readonly string[]): boolean => {
  const shared = countShared(links, other);
  return shared >= LEAST_LINKS && shared >= Math.min(links.length, other.length) / 2;
};

const hasOrderOf = (links: readonly string[], reference: readonly string[]): boolean =>
  isSameBlock(links, reference) && isConsistent(links, reference);

const quote = (id: string): string => {
  const name = id.slice(id.indexOf(" ") + 1);
  return `“${name.slice(0, 1).toUpperCase()}${name.slice(1)}”`;
};

/** Names two successive links that come in the opposite order in the reference. */
const describeSwap = (links: readonly string[], { links: reference, pages }: Variant): string => {
  const shared = links.filter((id) => reference.includes(id));
  const at = shared.findIndex((id, index) => reference.indexOf(id) > reference.indexOf(shared[index + 1] ?? id));
  return `${quote(shared[at] ?? "")} comes before ${quote(shared[at + 1] ?? "")} here, but after it ${describePages(pages)}`;
};

/**
 * Reports blocks whose links come in another order than in the most common variant of the block. Added and missing
 * links make no difference. A block fails if it is navigation with nearly the same links as on at least two pages that
 * agree on the order; otherwise it needs review, because it may list something else, such as related pages.
 */
export class NavigationComparer implements PageComparer {
  private readonly blocks = new Map<string, Variants>();
  private references: Map<string, Variant[]> | null = null;

  add(page: OutlinedPage): void {
    const { outline } = page;
    const here = new Map<string, [string, Variant][]>();
    for (const block of this.eligible(outline)) {
      const key = this.keyOf(outline, block);
      const links = linksOf(block);
      const variants = remember(this.blocks, key, { create: (): Variants => new Map(), most: MOST_BLOCKS });
      const sequence = sequenceOf(links);
      const create = (): Variant => ({ links, pages: noPages(), beside: new Set() });
      const variant = variants && remember(variants, sequence, { create, most: MOST_VARIANTS });
      if (!variant) continue;
      const others = here.get(key) ?? [];
      if (!others.some(([known]) => known === sequence)) addPage(variant.pages, page);
      for (const [other, { beside }] of others) {
        if (beside.size < MOST_BESIDE) beside.add(sequence);
        if (variant.beside.size < MOST_BESIDE) variant.beside.add(other);
      }
      here.set(key, [...others, [sequence, variant]]);
    }
  }

  evaluate({ outline }: OutlinedPage): NodeOutcome[] {
    const blocks = this.eligible(outline);
    return blocks.flatMap((block) => {
      const key = this.keyOf(outline, block);
      const siblings = blocks.filter((other) => this.keyOf(outline, other) === key).map(linksOf);
      return this.evaluateBlock(block, key, siblings) ?? [];
    });
  }

  private eligible({ blocks }: OutlinedPage["outline"]): Block[] {
    return blocks.filter((block) => block.kind !== "search" && linksOf(block).length >= LEAST_LINKS);
  }

  private keyOf({ language }: OutlinedPage["outline"], { key }: Block): string {
    return `${language} ${key}`;
  }

  private evaluateBlock(
    { node, kind, ...block }: Block,
    key: string,
    siblings: readonly string[][],
  ): NodeOutcome | null {
    const links = linksOf({ node, kind, ...block });
    const reference = this.referenceOf(key, links);
    if (!reference) return null;
    const own = this.blocks.get(key)?.get(sequenceOf(links));
    if (reference === own) return own.pages.count > 1 || this.isRepeated(key, own) ? pass(node) : null;
    const accepted = [reference, ...[...reference.beside].map((id) => this.blocks.get(key)?.get(id))];
    const isAccepted = accepted.some((variant) => variant && hasOrderOf(links, variant.links));
    if (isAccepted || siblings.some((other) => hasOrderOf(other, reference.links))) return pass(node);
    const isSame = countShared(links, reference.links) >= 0.8 * Math.max(links.length, reference.links.length);
    const isMinority = reference.pages.count >= 2 && reference.pages.count > (own?.pages.count ?? 0);
    const outcome = kind === "navigation" && isSame && isMinority ? "failed" : "needs_review";
    return { node, outcome, detail: describeSwap(links, reference) };
  }

  /** Returns whether another variant of the block is on another page. */
  private isRepeated(key: string, variant: Variant): boolean {
    for (const other of this.blocks.get(key)?.values() ?? [])
      if (other !== variant && other.pages.example !== variant.pages.example && isSameBlock(other.links, variant.links))
        return true;
    return false;
  }

  /** Returns the most common variant of the block with these links. */
  private referenceOf(key: string, links: readonly string[]): Variant | undefined {
    this.references ??= new Map();
    const known = this.references.get(key) ?? this.findReferences(key);
    this.references.set(key, known);
    return known.find((reference) => isSameBlock(links, reference.links));
  }

  private findReferences(key: string): Variant[] {
    const variants = [...(this.blocks.get(key)?.values() ?? [])].sort((a, b) => mostPagesFirst(a.pages, b.pages));
    const references: Variant[] = [];
    for (const variant of variants)
      if (!references.some(({ links }) => isSameBlock(variant.links, links))) references.push(variant);
    return references;
  }
}

const pass = (node: number): NodeOutcome => ({ node, outcome: "passed", detail: "" });
