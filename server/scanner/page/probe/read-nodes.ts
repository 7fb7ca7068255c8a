import type { PlaceBook } from "./record-places";
import type { AxeNode, NodeReader, RawCheck, RawElement, RawNode } from "./run-axe";

/** Runs in the page: reads elements that failed or need review, and records their places. */
export const createNodeReader = (
  book: PlaceBook,
  note: (element: Element) => Pick<AxeNode, "description" | "signals"> & { element: number },
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
  const placeOf = ({ element, ancestry }: RawElement): number | null => {
    const [outermost] = ancestry;
    const found = element ?? (typeof outermost === "string" ? document.querySelector(outermost) : null);
    return found?.isConnected ? book.note(found) : null;
  };
  const list = (title: string, checks: RawCheck[]): string =>
    checks.length === 0 ? "" : [title, ...checks.map((check) => `  ${check.message ?? ""}`)].join("\n");
  const toNode = ({ node, any, all, none }: RawNode): AxeNode => ({
    selector: selectorOf(node),
    html: (node.source ?? "").slice(0, 10_000),
    place: placeOf(node),
    ...(node.element?.isConnected ? note(node.element) : { element: null, description: null, signals: null }),
    summary: [list("Fix all of the following:", [...none, ...all]), list("Fix any of the following:", any)]
      .filter(Boolean)
      .join("\n\n")
      .slice(0, 4_000),
    related: [...any, ...all, ...none]
      .flatMap((check) => check.relatedNodes ?? [])
      .slice(0, 10)
      .map((related) => ({ selector: selectorOf(related), html: (related.source ?? "").slice(0, 10_000) })),
  });
  return { places: book.places, toNode };
};
