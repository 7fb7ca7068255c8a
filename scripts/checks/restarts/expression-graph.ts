import type { CharSet, Concatenation, Element, NoParent } from "refa";

type Part = NoParent<Element>;
type Assertion = Part & { type: "Assertion" };
type Row = readonly NoParent<Concatenation>[];
type Free = "nothing" | "assertion" | "end";

/**
 * A transition to a state. It consumes one of these characters or none, and may require an assertion to hold.
 */
interface Edge {
  to: number;
  over: CharSet | Free;
  /** Characters that must not precede the transition. */
  unless?: CharSet;
}

/** A transition that consumes a character. */
export interface Move {
  to: number;
  over: CharSet;
}

/** The first transitions of a match, and the characters that must not precede the match. */
export interface Beginning {
  moves: Move[];
  unless: CharSet | null;
}

/** The first state of a loop, and all its states. */
export interface Loop {
  first: number;
  states: ReadonlySet<number>;
}

const FREE: readonly Free[] = ["nothing", "assertion", "end"];
/** Maximum number of copies of a fixed repetition. More copies wouldn't reveal more restarts. */
const MAX_COPIES = 4;
/** A repetition with a higher maximum is treated as unlimited. */
const ENDLESS = 1_000;

/** Returns the characters that an assertion such as `(?<![a-z])` or `$` rejects. */
const refusedBy = ({ negate, alternatives }: Assertion): CharSet | null => {
  const [only, ...others] = alternatives.flatMap(({ elements }) => elements);
  return negate && others.length === 0 && only?.type === "CharacterClass" ? only.characters : null;
};

/**
 * A regular expression as states and transitions. Omits parts that only match at the beginning of the text, because
 * they can't match again later.
 */
export class ExpressionGraph {
  readonly loops: Loop[] = [];
  private readonly edges: Edge[][] = [[]];
  private readonly final: number;
  private readonly moves = new Map<number, readonly Move[]>();

  constructor(alternatives: Row) {
    this.final = this.addRow(alternatives, 0);
  }

  private addState(): number {
    return this.edges.push([]) - 1;
  }

  private join(from: number, to: number, over: Edge["over"] = "nothing"): void {
    this.edges[from]?.push({ to, over });
  }

  private addRow(alternatives: Row, from: number): number {
    const end = this.addState();
    for (const { elements } of alternatives)
      this.join(
        elements.reduce((at, element) => this.addElement(element, at), from),
        end,
      );
    return end;
  }

  private addElement(element: Part, from: number): number {
    if (element.type === "Alternation") return this.addRow(element.alternatives, from);
    if (element.type === "Quantifier") return this.addQuantifier(element, from);
    const end = this.addState();
    if (element.type === "CharacterClass") this.join(from, end, element.characters);
    else if (element.type === "Assertion") this.addAssertion(element, from, end);
    else this.join(from, end);
    return end;
  }

  private addAssertion(assertion: Assertion, from: number, end: number): void {
    const refused = refusedBy(assertion);
    if (assertion.kind === "ahead") {
      this.join(from, end, refused?.isAll ? "end" : "assertion");
      this.addRow(assertion.alternatives, from);
    } else if (!refused) this.join(from, end, "assertion");
    else if (!refused.isAll) this.edges[from]?.push({ to: end, over: "assertion", unless: refused });
  }

  private addQuantifier({ alternatives, min, max }: Part & { type: "Quantifier" }, from: number): number {
    let at = from;
    for (let copy = 0; copy < Math.min(min, MAX_COPIES); copy += 1) at = this.addRow(alternatives, at);
    if (max > ENDLESS) return this.addLoop(alternatives, at);
    const end = this.addState();
    this.join(at, end);
    for (let copy = min; copy < Math.min(max, min + MAX_COPIES); copy += 1) {
      at = this.addRow(alternatives, at);
      this.join(at, end);
    }
    return end;
  }

  private addLoop(alternatives: Row, from: number): number {
    const first = this.addState();
    this.join(from, first);
    this.join(this.addRow(alternatives, first), first);
    const states = new Set(Array.from({ length: this.edges.length - first }, (_, index) => first + index));
    this.loops.push({ first, states });
    const end = this.addState();
    this.join(first, end);
    return end;
  }

  /** Returns the states that can be reached from a state without consuming a character, including the state itself. */
  near(from: number, by: readonly Edge["over"][] = FREE): Set<number> {
    const found = new Set([from]);
    for (const state of found) for (const { to, over } of this.edges[state] ?? []) if (by.includes(over)) found.add(to);
    return found;
  }

  private movesOf(state: number): Move[] {
    return (this.edges[state] ?? []).flatMap(({ to, over }) => (typeof over === "string" ? [] : [{ to, over }]));
  }

  /**
   * Returns the transitions that consume a character, from a state and from all states that can be reached from it
   * without consuming one.
   */
  movesFrom(from: number): readonly Move[] {
    const found = this.moves.get(from) ?? [...this.near(from)].flatMap((state) => this.movesOf(state));
    this.moves.set(from, found);
    return found;
  }

  beginnings(): Beginning[] {
    const ways: { at: number; unless: CharSet | null }[] = [{ at: 0, unless: null }];
    for (const way of ways)
      for (const { to, over, unless = way.unless } of this.edges[way.at] ?? [])
        if (typeof over === "string" && !ways.some((known) => known.at === to && known.unless === unless))
          ways.push({ at: to, unless });
    return ways.map(({ at, unless }) => ({ moves: this.movesOf(at), unless }));
  }

  /** Reports whether the text up to a state already matches, regardless of the text after it. */
  isMatch(state: number): boolean {
    return this.near(state, ["nothing"]).has(this.final);
  }

  /** Reports whether a match is certain after a loop is reached, regardless of the text after it. */
  endsInMatch({ first, states }: Loop): boolean {
    if ([...states].some((state) => this.isMatch(state))) return true;
    if (!this.near(first, ["nothing", "end"]).has(this.final)) return false;
    const good = this.movesFrom(first).filter(({ to }) => this.near(to, ["nothing"]).has(first) || this.isCertain(to));
    const [one, ...others] = good.map(({ over }) => over);
    return one?.union(...others).isAll ?? false;
  }

  private isCertain(state: number): boolean {
    const near = this.near(state, ["nothing"]);
    return this.isMatch(state) || this.loops.some((loop) => near.has(loop.first) && this.endsInMatch(loop));
  }
}
