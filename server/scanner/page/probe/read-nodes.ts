import type { Place } from "./record-places";
import type { AxeNode, NodeReader, RawCheck, RawElement, RawNode } from "./run-axe";

/**
 * Runs in the page: reads elements that failed or need review. `note` records an element, or the frame around it, and
 * its place.
 */
export const createNodeReader = (
  places: Place[],
  note: (element: RawElement) => Pick<AxeNode, "place" | "element" | "isInFrame" | "description" | "signals">,
): NodeReader => {
  const pathOf = (path: (string | string[])[]): string => path.flat().join(" >>> ");
  const selectorOf = (element: RawElement): string => {
    const selector = pathOf(element.selector).slice(0, 4_000);
    if (!/@|\[value/.test(selector)) return selector;
    try {
      return pathOf(element.ancestry).slice(0, 4_000);
    } catch {
      return selector;
    }
  };
  const list = (title: string, checks: RawCheck[]): string =>
    checks.length === 0 ? "" : [title, ...checks.map((check) => `  ${check.message ?? ""}`)].join("\n");
  const toNode = ({ node, any, all, none }: RawNode): AxeNode => ({
    selector: selectorOf(node),
    html: (node.source ?? "").slice(0, 10_000),
    ...note(node),
    summary: [list("Fix all of the following:", [...none, ...all]), list("Fix any of the following:", any)]
      .filter(Boolean)
      .join("\n\n")
      .slice(0, 4_000),
    related: [...any, ...all, ...none]
      .flatMap((check) => check.relatedNodes ?? [])
      .slice(0, 10)
      .map((related) => ({ selector: selectorOf(related), html: (related.source ?? "").slice(0, 10_000) })),
  });
  return { places, toNode };
};
