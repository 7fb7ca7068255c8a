import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns text fields that follow a label without being linked to it, so that their name is only a
 * placeholder or tooltip. axe-core reports fields that have no name at all.
 */
export const findUnlinkedLabels = ({
  elementBefore,
  isShown,
  textOf,
  textsFor,
}: Pick<StructureReader, "elementBefore" | "isShown" | "textOf" | "textsFor">): StructureFinding[] => {
  const types = ["text", "email", "url", "tel", "password", "number", "search"];
  const isNamed = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
    (field.getAttribute("aria-label") ?? "").trim() !== "" || textsFor(field).length > 0;
  const hasFallback = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
    field.placeholder.trim() !== "" || field.title.trim() !== "";
  return pageTree
    .findAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")
    .slice(0, 300)
    .flatMap((field) => {
      const isText = field instanceof HTMLTextAreaElement || types.includes(field.type);
      if (!isText || field.labels?.length !== 0 || isNamed(field) || !hasFallback(field) || !isShown(field)) return [];
      const label = elementBefore(field);
      if (!(label instanceof HTMLLabelElement) || label.control !== null) return [];
      const isVisible = textOf(label) !== "" && isShown(label);
      return isVisible ? [{ rule: "unlinked-label" as const, element: field, outcome: false }] : [];
    });
};
