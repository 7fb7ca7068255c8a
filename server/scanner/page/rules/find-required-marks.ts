import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns fields that seem to be required because of an asterisk that nothing explains, or because
 * their labels are red and others aren't. The asterisks of fields that are marked as required in the code are left out,
 * because screen readers announce these fields as required. Also returns fields that are marked as required in the code
 * if only their background distinguishes them from other fields.
 */
export const findRequiredMarks = ({ textOf, isShown }: StructureReader): StructureFinding[] => {
  const [MOST_REPORTED, NEAR] = [10, 80];
  const words =
    /requir|mandatory|must|necessary|pflicht|erforderlich|notwendig|benötigt|obligat|requis|nécessaire|requerid|necesari|richiest|necessari|verplicht|vereist|obrigat|必須|必填|必须|필수|wymagan|obowiązk|povinn|obligator|påkræv|påkrev|nödvänd|pakollinen|zorunlu|обязател|обов.язк|υποχρεωτικ|kötelez|obvezn/i;
  const known = /^(?:en|de|fr|es|it|nl|pt|ja|zh|ko|pl|cs|sk|sv|da|nb|nn|no|fi|tr|ru|uk|el|hu|ro|hr|sl)\b/i;
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const isField = (field: Field): boolean =>
    !field.matches(
      ":disabled, [readonly], [aria-invalid='true'], [type='submit' i], [type='button' i], [type='reset' i], [type='image' i], [type='hidden' i]",
    ) && isShown(field);
  const isRequired = (field: Field): boolean => field.matches("[required], [aria-required='true']");
  const boxed =
    "textarea, select, input:not([type='checkbox' i], [type='radio' i], [type='range' i], [type='color' i])";
  /** Reports whether the text around an asterisk explains it. */
  const isExplained = (text: string): boolean => {
    for (const { index } of text.matchAll(/[*＊※]/g))
      if (words.test(text.slice(Math.max(0, index - NEAR), index + NEAR))) return true;
    return false;
  };
  const drawsMark = (label: Element): boolean =>
    [label, ...label.children]
      .slice(0, 10)
      .some((each) => ["::before", "::after"].some((part) => /^"\s*[*＊※]/.test(getComputedStyle(each, part).content)));
  const isRed = (element: Element): boolean => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number);
    return red > 150 && red > green * 2 && red > blue * 2;
  };
  const labelOf = (field: Field): HTMLLabelElement | undefined => [...(field.labels ?? [])].find(isShown);
  const hasMark = (field: Field): boolean => {
    const label = labelOf(field);
    const placeholder = field.getAttribute("placeholder") ?? "";
    const texts = [label ? textOf(label) : "", placeholder.slice(0, 200)];
    const isWritten = texts.some((text) => /\p{L}/u.test(text) && /^[*＊※]|[*＊※]\s*[:：]?$/.test(text.trim()));
    return isWritten || (label !== undefined && drawsMark(label));
  };
  const isOnlyRed = (field: Field, labels: readonly Element[]): boolean => {
    const label = labelOf(field);
    return label !== undefined && isRed(label) && !words.test(textOf(label)) && labels.some((each) => !isRed(each));
  };
  const colourOf = (field: Field): string => getComputedStyle(field).backgroundColor;
  /** Returns the required fields that differ from the others only in their background. */
  const tintedOf = (fields: readonly Field[]): Field[] => {
    const usual = new Set(fields.filter((field) => !isRequired(field)).map(colourOf));
    const isMarked = (field: Field): boolean => hasMark(field) || words.test(field.labels?.[0]?.textContent ?? "");
    const tinted = fields.filter((field) => isRequired(field) && !usual.has(colourOf(field)));
    return usual.size === 1 ? tinted.filter((field) => !isMarked(field)) : [];
  };
  const readForm = (form: HTMLFormElement): StructureFinding[] => {
    const fields = [...form.querySelectorAll<Field>("input, select, textarea")].slice(0, 60).filter(isField);
    const labels = [...form.querySelectorAll("label")].slice(0, 60).filter(isShown);
    const marked = fields.filter((field) => !isRequired(field) && hasMark(field));
    const isReported = marked.length > 0 && !isExplained(pageTree.readText());
    const red = fields.filter((field) => !hasMark(field) && isOnlyRed(field, labels));
    const tinted = tintedOf(fields.filter((field) => field.matches(boxed)));
    const found = new Set([...(isReported ? marked : []), ...red, ...tinted]);
    return [...found].map((element) => ({ rule: "required-mark", element, outcome: undefined }));
  };
  if (!known.test(document.documentElement.lang)) return [];
  return pageTree.findAll("form").slice(0, 30).flatMap(readForm).slice(0, MOST_REPORTED);
};
