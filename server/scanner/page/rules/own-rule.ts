import type { Impact } from "../../page-result";

/** Whether an element passed; undefined if a person has to decide. */
export type Outcome = boolean | undefined;

export interface Observation {
  outcome: Outcome;
  /** What was observed, such as the names of keys. */
  detail?: string;
}

/** What the page side of a rule may use. An element's name, text and role are computed as axe computes them. */
export interface PageTools {
  /** Accessible name, on one line. */
  nameOf(element: Element): string;
  /** Text that the element and its descendants show, on one line. */
  textOf(element: Element): string;
  roleOf(element: Element): string | null;
  /** Elements that were observed for the rule. */
  observed: ReadonlyMap<Element, Observation>;
  /** The words of the rule. */
  words: ReadonlySet<string>;
}

/** The part of a rule that runs in the page. Hidden elements are left out before, unless the rule includes them. */
export interface PageRule {
  selector: string;
  /** Whether the rule applies to an element that the selector matches; every element by default. */
  applies?(element: Element): boolean;
  passes(element: Element): Outcome;
  /** What the finding adds about the element. */
  detail?(element: Element): string;
}

/** A rule of ours, run by axe along with its own. */
export interface OwnRule {
  id: string;
  impact: Impact;
  /** Tags as axe writes them: the level and the success criteria. */
  tags: string[];
  /** Ids of the ACT rules that it implements. */
  act: string[];
  help: string;
  description: string;
  help_url: string;
  /** What the finding says about an element, as an instruction. */
  failure: string;
  /** Whether elements that fail need review, because a person has to decide whether they are barriers. */
  needsReview: boolean;
  /** Whether the rule applies to hidden elements too. */
  includesHidden?: boolean;
  /** Words that the rule looks for, in lower case. */
  words?: readonly string[];
  /** Runs in the page, as text: it can use nothing but its parameter. */
  inPage(tools: PageTools): PageRule;
}
