import type { Exclusion } from "./exclude-elements";
import type { ElementBook } from "./locate-elements";
import type { Place } from "./record-places";
import type { AxeInPage, AxeNode, NodeReader } from "./run-axe";

/** The parts of AccessLint that our scripts use. */
interface AccessLintInPage {
  rules: readonly { id: string }[];
  createChunkedAudit(
    context: Document,
    options: { disabledRules: string[]; includeAAA: boolean },
  ): {
    /** Runs at least one rule, and further rules until the budget is spent. Reports whether there are more. */
    processChunk(budgetMs: number): boolean;
    getViolations(): { ruleId: string; message: string; element?: Element }[];
  };
}

/** A finding from the second engine: its rule and the number under which the element is recorded. */
export interface SecondFinding {
  rule: string;
  element: number;
}

export interface SecondEngine {
  /**
   * Runs these rules of the second engine, whose script must already have run. `isWhole` is false if time ran out
   * before all rules ran.
   */
  runSecondEngine(limits: { rules: string[]; maxMs: number; maxFindings: number }): {
    findings: SecondFinding[];
    isWhole: boolean;
  };
  /**
   * Returns, for each pair, the first number in `others` whose element contains the pair's element or is inside it; -1
   * if there is none.
   */
  findNested(pairs: { element: number; others: number[] }[]): number[];
  /** Returns the nodes and places of the findings at these indexes. A node is null if its element no longer exists. */
  describeFindings(wanted: number[]): { nodes: (AxeNode | null)[]; places: Place[] };
}

/** Runs in the page. Elements in frames are left out. */
export const createSecondEngine = (
  axe: AxeInPage,
  book: Pick<ElementBook, "note" | "findNested">,
  { leavesOut }: Pick<Exclusion, "leavesOut">,
  createReader: () => NodeReader,
): SecondEngine => {
  let found: { rule: string; element: Element; message: string }[] = [];

  const readEngine = (): AccessLintInPage => Reflect.get(window, "AccessLint");
  const readFinding = ({ toNode }: NodeReader, at: number): AxeNode | null => {
    const finding = found[at];
    if (!finding?.element.isConnected) return null;
    const { element, message } = finding;
    try {
      return toNode({ node: new axe.utils.DqElement(element), any: [{ message }], all: [], none: [] });
    } catch {
      // The page has changed, or form fields hide properties of their form.
      return null;
    }
  };
  return {
    runSecondEngine: ({ rules, maxMs, maxFindings }) => {
      const end = performance.now() + maxMs;
      const engine = readEngine();
      const disabledRules = engine.rules.map(({ id }) => id).filter((id) => !rules.includes(id));
      const audit = engine.createChunkedAudit(document, { disabledRules, includeAAA: true });
      let hasMore = true;
      while (hasMore && performance.now() < end) hasMore = audit.processChunk(0);
      found = audit
        .getViolations()
        .flatMap(({ ruleId, message, element }) =>
          element?.isConnected && element.ownerDocument === document && !leavesOut(element)
            ? [{ rule: ruleId, message, element }]
            : [],
        )
        .slice(0, maxFindings);
      const findings = found.map(({ rule, element }) => ({ rule, element: book.note(element) }));
      return { findings, isWhole: !hasMore };
    },
    findNested: (pairs) => pairs.map(book.findNested),
    describeFindings: (wanted) => {
      axe.setup(document);
      try {
        const reader = createReader();
        return { nodes: wanted.map((at) => readFinding(reader, at)), places: reader.places };
      } finally {
        axe.teardown();
      }
    },
  };
};
