import { JS } from "refa";
import { type Beginning, ExpressionGraph, type Loop, type Move } from "./expression-graph";

interface Search {
  graph: ExpressionGraph;
  loop: Loop;
  /** A state of the loop. */
  goal: number;
  isGlobal: boolean;
}

/**
 * Two ways to read the same text: as the beginning of a match, and as one iteration of the loop, starting at the goal.
 */
interface Pair {
  outer: readonly Move[];
  inner: number;
}

/** Returns the transitions that both readings can make on the same character. */
const sharedSteps = ({ graph, loop, isGlobal }: Search, { outer, inner }: Pair) =>
  outer
    // Without the flag "g", there is only one match, and nothing starts after it.
    .filter(({ to }) => isGlobal || !graph.isMatch(to))
    .flatMap(({ to, over }) =>
      graph
        .movesFrom(inner)
        .filter((other) => loop.states.has(other.to))
        .map((other) => ({ outer: to, inner: other.to, shared: over.intersect(other.over) })),
    )
    .filter(({ shared }) => !shared.isEmpty);

/**
 * Reports whether some text that leads from this beginning to the goal also leads through the loop once, back to the
 * goal.
 */
const meets = (search: Search, { moves, unless }: Beginning): boolean => {
  const { graph, goal } = search;
  const seen = new Set<string>();
  const pairs: Pair[] = [{ outer: moves, inner: goal }];
  for (const pair of pairs)
    for (const { outer, inner, shared } of sharedSteps(search, pair)) {
      const isBack = graph.near(outer).has(goal) && graph.near(inner).has(goal);
      if (isBack && !(unless && shared.isSubsetOf(unless))) return true;
      const key = `${outer} ${inner}`;
      if (!seen.has(key)) pairs.push({ outer: graph.movesFrom(outer), inner });
      seen.add(key);
    }
  return false;
};

/**
 * Reports whether an expression can restart repeatedly within text that it has already read to the end, and fail each
 * time. For example, in text that repeats `<title`, `<title\b[^>]*>` reads to the end from each occurrence, which takes
 * quadratic time. The function looks for text that leads both from the beginning into a loop and through that loop
 * once.
 */
export const restarts = (source: string, flags: string): boolean => {
  if (flags.includes("y")) return false;
  const isGlobal = flags.includes("g");
  const parser = JS.Parser.fromLiteral({ source, flags });
  const { expression } = parser.parse({ assertions: "parse", backreferences: "unknown" });
  const graph = new ExpressionGraph(expression.alternatives);
  if (!isGlobal && graph.isMatch(0)) return false;
  const beginnings = graph.beginnings();
  return graph.loops
    .filter((loop) => !graph.endsInMatch(loop))
    .some((loop) =>
      [...loop.states].some((goal) =>
        beginnings.some((beginning) => meets({ graph, loop, goal, isGlobal }, beginning)),
      ),
    );
};
