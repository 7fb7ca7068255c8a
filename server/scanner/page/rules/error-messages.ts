import type { TestForm } from "./find-test-forms";
import type { Message, MessageWatch } from "./message-watch";
import type { Outcome } from "./own-rule";

export interface ErrorReader {
  /** Determines whether screen reader users are notified of the error messages in a submitted form. */
  assessErrors(messages: readonly Message[], test: TestForm): { element: Element; outcome: Outcome }[];
}

/** Runs in the page: reports whether an element is, contains or is inside a label or description. */
export const isReferredTo = (element: Element): boolean => {
  const MOST = 300;
  const names = ["aria-describedby", "aria-errormessage", "aria-labelledby", "aria-details"];
  const idsOf = (name: string): string[] =>
    pageTree
      .findAll(`[${name}]`)
      .slice(0, MOST)
      .flatMap((each) => (each.getAttribute(name) ?? "").split(/\s+/).slice(0, 10));
  const isTarget = (id: string): boolean => {
    const target = pageTree.findById(element, id);
    return target !== null && (target.contains(element) || element.contains(target));
  };
  return element.closest("label, legend") !== null || names.some((name) => idsOf(name).some(isTarget));
};

/**
 * Runs in the page: returns the field that a message in a form seems to be about. Looks in the smallest part of the
 * form that contains the message and a field; returns null if that part contains several fields.
 */
export const fieldBeside = (element: Element, form: Element): Element | null => {
  const MOST_LEVELS = 5;
  const fieldsIn = (part: Element): Element[] =>
    [...part.querySelectorAll("input, select, textarea")]
      .slice(0, 60)
      .filter(
        (field) => !(field instanceof HTMLInputElement && /^(?:hidden|submit|button|image|reset)$/.test(field.type)),
      );
  let around = element.parentElement;
  for (let level = 0; around && form.contains(around) && level < MOST_LEVELS; level += 1) {
    const fields = fieldsIn(around);
    if (fields.length > 0) return fields.length === 1 ? (fields[0] ?? null) : null;
    around = around.parentElement;
  }
  return null;
};

/** Runs in the page. */
export const createErrorReader = (
  parts: { fieldBeside: typeof fieldBeside; isReferredTo: typeof isReferredTo },
  watch: MessageWatch,
): ErrorReader => {
  const MOST = 10;
  const LONGEST = 200;
  const words =
    /error|invalid|require|must|please|enter|fill|missing|empty|blank|wrong|incorrect|valid|expired|select|choose|provide|fehler|bitte|pflicht|ungültig|leer|muss|requis|obligatoire|veuillez|saisi|vide|invalide|obligatori|requerid|introdu|vac[ií]|inserisc|compila|verplicht|vul |ongeldig|leeg|preench|inválid/;
  const thanks =
    /thank|success|sent\b|danke|erfolg|gesendet|merci|succès|envoy|gracias|éxito|enviad|grazie|inviat|bedankt|verzonden|obrigad/;
  const named = /err|invalid|danger|warn|alert|fail|feedback|help/i;
  const isReddish = (element: Element): boolean => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number);
    return red > 120 && red > green * 1.8 && red > blue * 1.8;
  };
  const isNamed = (element: Element | null): boolean =>
    named.test(`${element?.id.slice(0, 200)} ${element?.getAttribute("class")?.slice(0, 500)}`);
  const isError = ({ element, text }: Message): boolean =>
    text.length <= LONGEST &&
    !thanks.test(text) &&
    (words.test(text) || isReddish(element) || isNamed(element) || isNamed(element.parentElement));
  /** Reports whether a message links to a field of the form, as lists of errors at the top of a form do. */
  const linksToField = (element: Element, form: Element): boolean =>
    [element.closest("a"), ...element.querySelectorAll("a")].slice(0, 20).some((link) => {
      const id = link?.getAttribute("href")?.replace(/^#/, "") ?? "";
      return id !== "" && link?.getAttribute("href")?.startsWith("#") && form.contains(pageTree.findById(form, id));
    });
  const assess = (message: Message, { form }: TestForm): Outcome => {
    const field = parts.fieldBeside(message.element, form);
    const isUnfilled =
      (field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement) &&
      (field.value === "" || !field.validity.valid);
    return isUnfilled ? false : undefined;
  };
  return {
    assessErrors: (messages, test) => {
      const found = messages
        .filter((message) => test.form.contains(message.element) && isError(message))
        .slice(0, MOST);
      const isKnown =
        watch.hasFocusMoved() ||
        watch.hasAnnounced() ||
        messages.some(({ isAnnounced, element }) => isAnnounced || linksToField(element, test.form));
      const isTied = ({ element }: Message): boolean => isKnown || parts.isReferredTo(element);
      return found.map((message) => ({
        element: message.element,
        outcome: isTied(message) || assess(message, test),
      }));
    },
  };
};
