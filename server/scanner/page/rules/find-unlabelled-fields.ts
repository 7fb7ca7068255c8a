import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns text fields without a visible label. They fail if there is no text, icon or other control
 * near them. They need review if they have a placeholder, or if only other fields are near them.
 */
export const findUnlabelledFields = ({ textOf, isShown, listBoxes, textsFor }: StructureReader): StructureFinding[] => {
  const types = ["text", "email", "url", "tel", "password", "number", "search"];
  const elsewhere =
    "table, [role='grid'], [role='row'], [role='search'], search, [aria-hidden='true'], [contenteditable]";
  const isField = (field: HTMLInputElement | HTMLTextAreaElement): boolean => {
    const { width, height, left, right } = field.getBoundingClientRect();
    const isUsed =
      !field.matches(":disabled, [readonly], [role], [list], [maxlength='1'], [tabindex^='-']") && isShown(field);
    const isWhole = width >= 60 && height >= 16 && left >= 0 && right <= document.documentElement.clientWidth + 1;
    return isUsed && isWhole && (field instanceof HTMLTextAreaElement || types.includes(field.type));
  };
  const isSearch = (field: Element): boolean =>
    /search|query|suche|recherche|buscar|cerca|zoek|^[qs]$|filter/i.test(
      ["type", "name", "id", "placeholder", "aria-label", "class"]
        .map((name) => field.getAttribute(name) ?? "")
        .join(" "),
    ) || /^[qs]$/.test(field.getAttribute("name") ?? "");
  const isTold = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
    [...(field.labels ?? []), ...textsFor(field)].some((label) => textOf(label) !== "");
  const keyOf = ({ left, top, width }: DOMRect): string => [left, top, width].join();
  /** Reports whether nothing is near a field. The other elements given don't count. */
  const isAlone = (field: Element, others: readonly Element[] = []): boolean => {
    const { left, top, right, bottom } = field.getBoundingClientRect();
    const ignored = new Set([field, ...others].map((each) => keyOf(each.getBoundingClientRect())));
    return !listBoxes().some(
      (box) =>
        !ignored.has(keyOf(box)) &&
        box.right > left - 300 &&
        box.left < right + 200 &&
        box.bottom > top - 90 &&
        box.top < bottom + 40,
    );
  };
  /** Styles may add a label or an icon. */
  const hasPseudo = (field: Element): boolean => {
    const around = [field.parentElement, field.parentElement?.parentElement].flatMap((each) =>
      each ? [each, ...[...each.children].slice(0, 20)] : [],
    );
    return around.some((each) =>
      ["::before", "::after"].some((part) => !["none", "normal", '""'].includes(getComputedStyle(each, part).content)),
    );
  };
  const isBare = (field: Element): boolean => getComputedStyle(field).backgroundImage === "none" && !hasPseudo(field);
  const fields = pageTree.findAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea").slice(0, 300);
  return fields
    .filter(
      (field) => isField(field) && pageTree.closest(field, elsewhere) === null && !isSearch(field) && !isTold(field),
    )
    .slice(0, 40)
    .flatMap((field) => {
      const report = (outcome: false | undefined) => [{ rule: "visible-label" as const, element: field, outcome }];
      if (/\p{L}/u.test(field.placeholder)) return report(undefined);
      if (field.value !== "" || !isBare(field) || !isAlone(field, fields)) return [];
      return report(isAlone(field) ? false : undefined);
    });
};
