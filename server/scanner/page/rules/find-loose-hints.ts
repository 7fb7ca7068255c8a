import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns fields with a visible hint about what to enter, such as a format or a length, that is part
 * of neither their label nor their description.
 */
export const findLooseHints = ({ textOf, isShown, isBefore, textsFor }: StructureReader): StructureFinding[] => {
  const MOST_REPORTED = 10;
  const MOST_LEVELS = 3;
  const LONGEST = 150;
  const hints =
    /\bformat\b|characters?\b|\bdigits?\b|\bletters\b|at least|at most|\bminimum\b|\bmaximum\b|\be\.g\.|for example|yyyy|dd[/.-]mm|mm[/.-]dd|\bzeichen\b|ziffern|buchstaben|mindestens|höchstens|z\. ?b\.|beispiel|jjjj|caractères|chiffres|lettres|au moins|par exemple|aaaa|caracteres|dígitos|letras|al menos|por ejemplo|caratteri|cifre|almeno|per esempio|\btekens\b|cijfers|letters\b|minstens|bijvoorbeeld/i;
  const fieldTypes = /^(?:text|email|tel|url|number|password|date|search)$/;
  type Field = HTMLInputElement | HTMLTextAreaElement;
  const isField = (field: Field): boolean =>
    (field instanceof HTMLTextAreaElement || fieldTypes.test(field.type)) &&
    !field.matches(":disabled, [readonly]") &&
    isShown(field);
  const controls = "input:not([type='hidden' i]), select, textarea";
  /** Returns the largest part of the page around a field, within a few levels, that contains no other field. */
  const ownPart = (field: Element): Element | null => {
    let part: Element | null = null;
    let around = field.parentElement;
    for (let level = 0; around && level < MOST_LEVELS; level += 1) {
      if (around.querySelectorAll(controls).length > 1 || around.matches("form, main, body, section, article, table"))
        return part;
      [part, around] = [around, around.parentElement];
    }
    return part;
  };
  const elsewhere =
    "label, legend, a, button, option, h1, h2, h3, h4, h5, h6, script, style, [role='alert'], [aria-live], [aria-hidden='true'], textarea, th, table:not([role='presentation'], [role='none']) td";
  const isHint = (element: Element, field: Field): boolean => {
    const text = textOf(element);
    if (text.length > LONGEST || !hints.test(text) || element.closest(elsewhere)) return false;
    const isNear = isBefore(element, field) || isBefore(field, element);
    return isNear && element.querySelector(`${controls}, label, a, button`) === null;
  };
  const isLoose = (element: Element, field: Field): boolean => {
    const ids = ["aria-details", "aria-errormessage"].map((name) => field.getAttribute(name) ?? "");
    const others = ids.flatMap((id) => pageTree.findById(field, id) ?? []);
    const name = (field.getAttribute("aria-label") ?? "").toLowerCase();
    const isKnown = [...textsFor(field), ...others].some((each) => each.contains(element) || element.contains(each));
    const group = field.closest("fieldset, [role='group']");
    return !isKnown && !group?.hasAttribute("aria-describedby") && !name.includes(textOf(element).toLowerCase());
  };
  const isDescription = ({ id }: Element): boolean =>
    id !== "" && pageTree.findAll(`[aria-describedby~="${CSS.escape(id)}"]`).length > 0;
  /** Returns the element after the part of the page that contains the field, unless that element describes another field. */
  const elementAfter = (part: Element | null): Element[] => {
    const next = part?.nextElementSibling;
    return next?.matches("p, span, small, div, em, i") && !isDescription(next) ? [next] : [];
  };
  const hasLooseHint = (field: Field): boolean => {
    const part = ownPart(field);
    const inside = [...(part?.querySelectorAll("p, span, small, div, em, i, td") ?? [])].slice(0, 30);
    const below = elementAfter(part).filter((element) => isBefore(field, element));
    return [...inside, ...below].some((element) => isHint(element, field) && isLoose(element, field));
  };
  return pageTree
    .findAll<Field>("input, textarea")
    .slice(0, 200)
    .filter((field) => isField(field) && hasLooseHint(field))
    .slice(0, MOST_REPORTED)
    .map((element) => ({ rule: "unconnected-hint" as const, element, outcome: undefined }));
};
