import type { Engine } from "../../engines";
import type { NodeSignals } from "../../page-result";
import type { ReachStep } from "../../states";
import type { View } from "../../views";
import type { OutlineParts } from "./outline-parts";
import type { Place } from "./record-places";

/** A landmark around an element, or a heading above it. */
export interface PathStep {
  role: string;
  name: string | null;
  /** Heading level; null for a landmark. */
  level: number | null;
}

/** How assistive technology presents an element. */
export interface ElementDescription {
  role: string | null;
  name: string | null;
  states: string[];
  /** Landmarks, outermost first, then the headings above the element. */
  path: PathStep[];
}

export interface AxeNode {
  selector: string;
  html: string;
  summary: string;
  /** Index of the element's `Place`, or of the frame's if the element is in a frame. */
  place: number | null;
  /** The ElementBook number of the element, or of its frame if the element is in one. */
  element: number | null;
  isInFrame: boolean;
  /** Null for an element in a frame. */
  description: ElementDescription | null;
  /** Null for an element in a frame, or if the signals can't be read. */
  signals: NodeSignals | null;
  related: { selector: string; html: string }[];
  /** The engines that reported the element; omitted if only the rule's own engine did. */
  engines?: readonly Engine[];
  /** The views in which the rule reports the element; omitted if this is only the usual view. */
  views?: readonly View[];
  /** The steps to the state of the page in which the rule reports the element; omitted for the initial state. */
  reach?: readonly ReachStep[];
}

export interface AxeRule {
  id: string;
  passed: number;
  failed: number;
  review: number;
  violations: AxeNode[];
  incomplete: AxeNode[];
}

export interface AxeFindings {
  rules: AxeRule[];
  places: Place[];
  /** The outline of the page; null if it wasn't requested or couldn't be read. */
  outline: OutlineParts<AxeNode> | null;
}

export interface AxeLimits {
  /** Ids of the rules to run. */
  rules: string[];
  nodesPerRule: number;
  nodesPerPage: number;
  /** Whether to read the outline of the page, for the rules that compare pages. */
  outline?: boolean;
  /** Whether to run the rules only on the part of the page that has appeared in its current state. */
  isPart?: boolean;
}

/** The parts of axe-core's internal results that the reporter reads (lib/core/utils/dq-element.js, raw reporter). */
export interface RawElement {
  selector: (string | string[])[];
  ancestry: (string | string[])[];
  source: string | null;
  /** Unset for an element in a frame. */
  element?: Element | null;
}
export interface RawCheck {
  message?: string;
  relatedNodes?: RawElement[];
}
export interface RawNode {
  node: RawElement;
  any: RawCheck[];
  all: RawCheck[];
  none: RawCheck[];
}
export interface RawRule {
  id: string;
  passes?: RawNode[];
  violations?: RawNode[];
  incomplete?: RawNode[];
}
/** Reads elements that failed or need review, and records the landmarks and headings that they are under. */
export interface NodeReader {
  places: Place[];
  toNode(raw: RawNode): AxeNode;
}

type Reporter = (results: RawRule[], options: unknown, done: (findings: AxeFindings) => void) => void;
type Evaluate = (
  this: { data(value: object): void },
  element: Element,
  options: unknown,
  node: object,
) => boolean | undefined;

interface AxeColour {
  alpha: number;
  parseString(css: string): void;
}

/** The parts of axe-core that our scripts use; `_audit` isn't part of its public interface. */
export interface AxeInPage {
  commons: {
    color: {
      Color: new () => AxeColour;
      getBackgroundColor(element: Element, found: Element[]): AxeColour | null;
      getContrast(background: AxeColour, foreground: AxeColour): number;
    };
    aria: {
      getRole(element: Element, options?: { fallback: boolean }): string | null;
      allowedAttr(role: string): string[];
    };
    dom: { isVisibleOnScreen(element: Element): boolean; isVisibleToScreenReaders(element: Element): boolean };
    text: { accessibleText(element: Element): string; visibleVirtual(node: object): string };
  };
  utils: { getNodeFromTree(element: Element): object; DqElement: new (element: Element) => RawElement };
  _audit: {
    checks: Record<string, { evaluate: Evaluate } | undefined>;
    data: { checks: Record<string, { messages: { pass: unknown; fail: unknown } } | undefined> };
  };
  configure(spec: object): void;
  addReporter(name: string, reporter: Reporter): void;
  run(context: Document | { include: readonly Element[] }, options: object): Promise<AxeFindings>;
  /**
   * Reads the page and keeps the result until `teardown`. Outside `run`, much of `commons` and `utils` depends on this
   * result.
   */
  setup(context: Document): void;
  teardown(): void;
}

/**
 * Runs in the page. axe's own reporters compute a selector for every element that passed. This reporter counts those
 * elements instead, and keeps only the ones that failed or need review, which takes a third of the time.
 */
export const runAxe = async (
  axe: AxeInPage,
  limits: AxeLimits,
  correct: (results: RawRule[]) => RawRule[],
  { places, toNode }: NodeReader,
  readOutline: (describe: (element: Element) => AxeNode) => OutlineParts<AxeNode>,
  part: () => readonly Element[],
): Promise<AxeFindings> => {
  let nodesLeft = limits.nodesPerPage;
  const take = (nodes: RawNode[]): AxeNode[] => {
    const taken = nodes.slice(0, Math.min(limits.nodesPerRule, nodesLeft));
    nodesLeft -= taken.length;
    return taken.map(toNode);
  };

  const outline = (): OutlineParts<AxeNode> | null => {
    try {
      return readOutline((element) => toNode({ node: new axe.utils.DqElement(element), any: [], all: [], none: [] }));
    } catch {
      // Continues without the outline, because the page's other results don't depend on it.
      return null;
    }
  };

  axe.addReporter("counting", (results, _options, done) => {
    const rules = correct(results).map(({ id, passes = [], violations = [], incomplete = [] }) => ({
      id,
      passed: passes.length,
      failed: violations.length,
      review: incomplete.length,
      violations: take(violations),
      incomplete: take(incomplete),
    }));
    done({ rules, outline: limits.outline ? outline() : null, places });
  });
  const include = limits.isPart ? part() : [];
  const run = (iframes: boolean): Promise<AxeFindings> =>
    axe.run(include.length > 0 ? { include } : document, {
      runOnly: { type: "rule", values: limits.rules },
      reporter: "counting",
      preload: { assets: ["media"], timeout: 3_000 },
      pingWaitTime: 1_000,
      frameWaitTime: 15_000,
      iframes,
    });
  try {
    return await run(true);
  } catch (error) {
    // Runs the rules again without frames if a frame didn't respond, for example because it keeps reloading. The rule
    // `frame-tested` then reports the frames as not tested.
    if (!String(error).includes("Axe in frame timed out")) throw error;
    return run(false);
  }
};
