import type { Impact } from "../../page-result";

/** True if an element passed, false if it failed, and undefined if a person has to decide. */
export type Outcome = boolean | undefined;

export interface Observation {
  outcome: Outcome;
  /** Details of the observation, such as the names of keys. */
  detail?: string;
}

/** The tools for the part of a rule that runs in the page. axe computes the names, text and roles of elements. */
export interface PageTools {
  /** Accessible name, on one line. */
  nameOf(element: Element): string;
  /** Visible text of the element and its descendants, on one line. */
  textOf(element: Element): string;
  roleOf(element: Element): string | null;
  /**
   * Returns the contrast of a CSS colour with this opacity against the element's background; null if the background
   * isn't a single colour.
   */
  contrastOn(element: Element, colour: string, opacity: number): number | null;
  /** Elements that were observed for the rule. */
  observed: ReadonlyMap<Element, Observation>;
  /** The words that the rule looks for. */
  words: ReadonlySet<string>;
}

/** The part of a rule that runs in the page. axe omits hidden elements, unless the rule includes them. */
export interface PageRule {
  selector: string;
  /**
   * Reports whether the rule applies to an element that matches the selector. If omitted, the rule applies to every
   * match.
   */
  applies?(element: Element): boolean;
  passes(element: Element): Outcome;
  /** Returns details about the element for the finding. */
  detail?(element: Element): string;
}

/** One of our own rules, which axe runs together with its own. */
export interface OwnRule {
  id: string;
  impact: Impact;
  /** Tags in axe's format: the level and the success criteria. */
  tags: string[];
  /** Ids of the ACT rules that the rule implements. */
  act: string[];
  help: string;
  description: string;
  help_url: string;
  /** A finding's message, as an instruction. */
  failure: string;
  /** Whether elements that fail need review, because a person has to decide whether they are barriers. */
  needsReview: boolean;
  /** Whether the rule applies to hidden elements too. */
  includesHidden?: boolean;
  /** Words that the rule looks for, in lower case. */
  words?: readonly string[];
  /**
   * Runs in the page. The function can use only its parameter, because the page receives only the function's source.
   */
  inPage(tools: PageTools): PageRule;
}
