import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns text fields without a visible label. They fail if there is no text, icon or other control
 * near them. They need review if they have a placeholder, or if only other fields or a button without text (from their
 * form) are near them. Search fields need review only if nothing is near them, because people recognise them by a
 * button.
 */
export const findUnlabelledFields = ({
  elementBefore,
  textOf,
  isShown,
  isAlone,
  textsFor,
}: StructureReader): StructureFinding[] => {
  const types = ["text", "email", "url", "tel", "password", "number", "search"];
  const elsewhere = "table, [role='grid'], [role='row'], [aria-hidden='true'], [contenteditable]";
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
    ) ||
    /^[qs]$/.test(field.getAttribute("name") ?? "") ||
    pageTree.closest(field, "search, [role='search']") !== null;
  const unlinkedLabel = (field: Element): Element[] =>
    [elementBefore(field)].filter((each) => each !== null).filter((each) => each.localName === "label");
  const isTold = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
    [...(field.labels ?? []), ...textsFor(field), ...unlinkedLabel(field)].some((label) => textOf(label) !== "");
  /** Styles may add a label or an icon. */
  const hasPseudo = (field: Element): boolean => {
    const around = [field.parentElement, field.parentElement?.parentElement].flatMap((each) =>
      each ? [each, ...[...each.children].slice(0, 20)] : [],
    );
    return around.some((each) =>
      ["::before", "::after"].some((part) => !["none", "normal", '""'].includes(getComputedStyle(each, part).content)),
    );
  };
  /** The buttons without text in a field's form, with what they contain. */
  const iconButtons = (field: HTMLInputElement | HTMLTextAreaElement): Element[] =>
    [...(field.form?.querySelectorAll("button, input[type='image' i]") ?? [])]
      .slice(0, 5)
      .filter((button) => textOf(button) === "")
      .flatMap((button) => [button, ...[...button.querySelectorAll("*")].slice(0, 20)]);
  const isBare = (field: Element): boolean => getComputedStyle(field).backgroundImage === "none" && !hasPseudo(field);
  const fields = pageTree.findAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea").slice(0, 300);
  return fields
    .filter((field) => isField(field) && pageTree.closest(field, elsewhere) === null && !isTold(field))
    .slice(0, 40)
    .flatMap((field) => {
      const report = (outcome: false | undefined) => [{ rule: "visible-label" as const, element: field, outcome }];
      if (isSearch(field)) return isBare(field) && isAlone(field, []) ? report(undefined) : [];
      if (/\p{L}/u.test(field.placeholder)) return report(undefined);
      if (field.value !== "" || !isBare(field) || !isAlone(field, [...fields, ...iconButtons(field)])) return [];
      return report(isAlone(field, []) ? false : undefined);
    });
};
