import type { createShownText } from "./shown-text";

/** A form that can be submitted empty, and the button that submits it. */
export interface TestForm {
  form: HTMLFormElement;
  button: HTMLElement;
  /** A description that is the same for identical forms on other pages. */
  kind: string;
  /** Whether the form seems to be a search form. Submitting a search form empty isn't an error. */
  isSearch: boolean;
}

export interface RiskReader {
  /** Returns the words that describe what an element does, except those in its text. */
  wordsOf(element: Element): string[];
  /** Reports whether words suggest that something is deleted or paid for, or that people are signed out. */
  isRisky(words: readonly string[]): boolean;
  /** Reports whether words suggest a search. */
  isSearch(words: readonly string[]): boolean;
}

/** Runs in the page. */
export const createRiskReader = (): RiskReader => {
  const risky = [
    /delet|remov|eras|cancel|terminat|clos|deactivat|unsubscri|opt.?out|pay|purchas|buy|checkout|order|donat|transfer/i,
    /(?:sign|log).?(?:out|off)/i,
    /lösch|loesch|entfern|kündig|abmeld|abbestell|zahl|kauf|bestell|spend|überweis/i,
    /supprim|effac|annul|résili|déconn|désabon|achet|command|faire un don|virement/i,
    /elimin|borrar|pagar|compr|cerrar|darse de baja|pedi[dr]|disdic|disdir|pag(?:a|are|amento)\b|acquist|ordin|esci\b/i,
    /verwijder|betaal|betal|koop|bestel|afmeld|uitlog|exclu|apagar|sair\b/i,
  ];
  const searching =
    /search|filter|find\b|quer(?:y|ies)|^[qs]$|such|cherch|buscar|cerca|zoek|pesquis|sök|szuka|hledat|søg|søk|haku/i;
  return {
    // Class names are left out, because many of them, such as "border", contain these words.
    wordsOf: (element) =>
      ["id", "name", "action", "aria-label", "value", "type", "placeholder", "autocomplete"].map((name) =>
        (element.getAttribute(name) ?? "").slice(0, 300),
      ),
    isRisky: (words) => words.some((each) => risky.some((word) => word.test(each))),
    isSearch: (words) => words.some((each) => searching.test(each)),
  };
};

/**
 * Runs in the page: returns up to two forms with an empty text field, search forms last. Leaves out forms whose words
 * suggest that they delete something, make a payment or sign people out.
 */
export const findTestForms = (
  { isVisible }: Pick<ReturnType<typeof createShownText>, "isVisible">,
  { wordsOf, isRisky, isSearch }: RiskReader,
): TestForm[] => {
  const MOST = 2;
  const textTypes = ["text", "email", "tel", "url", "number", "password", "date", "search"];
  type Field = HTMLInputElement | HTMLTextAreaElement;
  const isEmptyField = (field: Field): boolean =>
    field.value === "" &&
    !field.matches(":disabled, [readonly]") &&
    (field instanceof HTMLTextAreaElement || textTypes.includes(field.type)) &&
    isVisible(field);
  const isPlain = (form: HTMLFormElement, button: Element): boolean =>
    !button.matches("[formaction], [formtarget], [formmethod]") &&
    /^(?:_self)?$/i.test(form.getAttribute("target") ?? "") &&
    /^(?:get|post)?$/i.test(form.getAttribute("method") ?? "") &&
    pageTree.closest(form, "[inert], [aria-hidden='true']") === null;
  const readForm = (form: HTMLFormElement): TestForm[] => {
    const buttons = form.querySelectorAll<HTMLElement>(
      "button:not([type]), button[type='submit' i], input[type='submit' i], input[type='image' i]",
    );
    const button = [...buttons].slice(0, 20).find((each) => !each.matches(":disabled") && isVisible(each));
    const fields = [...form.querySelectorAll<Field>("input:not([type='hidden' i]), textarea")].slice(0, 60);
    if (!button || !isPlain(form, button) || !fields.some(isEmptyField)) return [];
    const titles = [...form.querySelectorAll("h1, h2, h3, h4, h5, h6, legend")].slice(0, 10);
    const texts = [button, ...titles].map(({ textContent }) => (textContent ?? "").slice(0, 300));
    const own = [...wordsOf(form), ...wordsOf(button), ...texts];
    const words = [...own, ...fields.flatMap(wordsOf)];
    if (isRisky(words)) return [];
    const searches = isSearch(words) || pageTree.closest(form, "search, [role='search']") !== null;
    const names = fields.map((field) => `${field.getAttribute("name")} ${field.getAttribute("type")}`);
    return [{ form, button, kind: [...own, ...names].join(" ").slice(0, 2_000), isSearch: searches }];
  };
  const found = pageTree.findAll("form").slice(0, 30).flatMap(readForm);
  return [...found.filter((each) => !each.isSearch), ...found.filter((each) => each.isSearch)].slice(0, MOST);
};
