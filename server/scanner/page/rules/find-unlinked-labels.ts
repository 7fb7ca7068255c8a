import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns text fields and lists that follow a label without being linked to it, so that their name is
 * only a placeholder or tooltip, or an aria-label without a word of the label. axe-core reports fields that have no name
 * at all. Fields whose labels are swapped need review.
 */
export const findUnlinkedLabels = ({
  elementBefore,
  isShown,
  textOf,
  textsFor,
}: Pick<StructureReader, "elementBefore" | "isShown" | "textOf" | "textsFor">): StructureFinding[] => {
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const types = ["text", "email", "url", "tel", "password", "number", "search"];
  const isField = (field: Field): boolean => !(field instanceof HTMLInputElement) || types.includes(field.type);
  /** Returns the label before a field. It may be inside an element that contains nothing else but a mark. */
  const labelBefore = (field: Element): HTMLLabelElement | null => {
    const before = elementBefore(field);
    const label = before instanceof HTMLLabelElement ? before : before?.querySelector("label");
    if (!before || !label || textOf(label) === "") return null;
    return textOf(before).length <= textOf(label).length + 3 ? label : null;
  };
  const judgeName = (field: Field, label: string): boolean | undefined => {
    const named = (field.getAttribute("aria-label") ?? "").trim().toLowerCase();
    const words = label.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    if (named !== "") return words.some((word) => named.includes(word)) || words.length === 0;
    const fallbacks = ["title", "placeholder"].map((name) => (field.getAttribute(name) ?? "").trim().toLowerCase());
    if (fallbacks.some((text) => text.includes(label))) return undefined;
    return fallbacks.every((text) => text === "");
  };
  const isSwapped = (field: Field, label: HTMLLabelElement): boolean => {
    const [own, another] = field.labels ?? [];
    const other = label.control;
    return other !== null && other !== field && own !== undefined && !another && labelBefore(other) === own;
  };
  const judge = (field: Field): boolean | undefined => {
    const label = labelBefore(field);
    if (!label) return true;
    if (isSwapped(field, label)) return undefined;
    const isLinked = label.control !== null || field.labels?.length !== 0 || textsFor(field).length > 0;
    return isLinked || judgeName(field, textOf(label).toLowerCase());
  };
  return pageTree
    .findAll<Field>("input, select, textarea")
    .slice(0, 300)
    .flatMap((field) => {
      const outcome = isField(field) && isShown(field) ? judge(field) : true;
      return outcome === true ? [] : [{ rule: "unlinked-label" as const, element: field, outcome }];
    });
};
