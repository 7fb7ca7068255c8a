import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns questions above radio buttons or checkboxes that aren't in a named group. Headings need
 * review; other questions fail.
 */
export const findUngrouped = ({
  textOf,
  isShown,
  isBold,
  isBefore,
  elementBefore,
}: StructureReader): StructureFinding[] => {
  const headings = "h1, h2, h3, h4, h5, h6";
  const labelsOf = (input: HTMLInputElement): Element[] => [...(input.labels ?? [])];
  const isNamed = (group: Element): boolean =>
    [...group.children].some((child) => child.matches("legend") && (child.textContent ?? "").trim() !== "") ||
    ["aria-label", "aria-labelledby", "title"].some((name) => (group.getAttribute(name) ?? "").trim() !== "");
  const isGrouped = (input: Element): boolean => {
    let outer = pageTree.parentOf(input);
    for (let level = 0; outer && level < 100; level += 1, outer = pageTree.parentOf(outer)) {
      if (outer.matches("table, [role='grid'], [role='menu'], [role='listbox'], [role='tree']")) return true;
      if (outer.matches("fieldset, [role='group'], [role='radiogroup']") && isNamed(outer)) return true;
    }
    return false;
  };
  const namesItself = (input: Element): boolean =>
    ["aria-label", "aria-labelledby", "aria-describedby", "title"].some((name) => input.hasAttribute(name));
  const listGroups = (): HTMLInputElement[][] => {
    const groups = new Map<string, HTMLInputElement[]>();
    const forms = new Map<Node, number>();
    const all = pageTree.findAll<HTMLInputElement>("input[type='radio'][name], input[type='checkbox'][name]");
    for (const input of all.slice(0, 500)) {
      const form = input.closest("form") ?? input.getRootNode();
      if (!forms.has(form)) forms.set(form, forms.size);
      const key = `${forms.get(form)} ${input.type} ${input.getAttribute("name")}`;
      groups.set(key, [...(groups.get(key) ?? []), input]);
    }
    return [...groups.values()].filter(({ length }) => length >= 2 && length <= 40).slice(0, 40);
  };
  const isQuestion = (element: Element): boolean => {
    const text = textOf(element)
      .slice(0, 200)
      // Backtracks, but over at most 200 characters.
      .replace(/\s*(?:\*|\([^)]*\))$/, "");
    if (text.length < 3 || text.length > 150 || /[.!]$/.test(text) || !/\p{L}{2}/u.test(text)) return false;
    return /[?？:：]$/.test(text) || element.matches("label") || isBold(element);
  };
  const questionOf = (group: readonly HTMLInputElement[], labels: readonly Element[]): Element | null => {
    const parts: Element[] = [...group, ...labels];
    const [start] = parts.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    const question = start ? elementBefore(start) : null;
    const isText = question?.matches(`p, div, span, label:not([for]), strong, b, em, legend, dt, ${headings}`);
    return question && isText && isShown(question) && isQuestion(question) ? question : null;
  };
  return listGroups().flatMap((group) => {
    const labels = group.flatMap(labelsOf).filter(isShown);
    const isOpen = labels.length >= group.length && !group.some((input) => isGrouped(input) || namesItself(input));
    const question = isOpen ? questionOf(group, labels) : null;
    if (question === null || !labels[0] || !isBefore(question, labels[0])) return [];
    const words = textOf(question);
    if (labels.some((label) => textOf(label).length > 100 || textOf(label).includes(words))) return [];
    const isHeading = question.matches(headings) || question.querySelector(headings) !== null;
    return [{ rule: "field-group" as const, element: question, outcome: isHeading ? undefined : false }];
  });
};
