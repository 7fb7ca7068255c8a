import type { AxeInPage } from "../probe/run-axe";

/**
 * Runs in the page: corrects axe's checks of where a name comes from. A placeholder of digits and punctuation, such as
 * "(201) 555-0123", doesn't say what to enter, and the name of an icon in an icon font, such as "more_vert", isn't
 * text for people.
 */
export const correctNameSources = (axe: AxeInPage): void => {
  type Passes = (element: Element) => boolean;
  const saysSomething: Passes = (element) =>
    /[^\p{N}\p{P}\p{Z}\s+=<>|~^]/u.test((element.getAttribute("placeholder") ?? "").slice(0, 1_000));
  /** Returns the first text nodes, without those that are only spaces. */
  const textsIn = (element: Element): Text[] => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let count = 0; count < 100 && walker.nextNode(); count += 1) {
      const { currentNode: node } = walker;
      if (node instanceof Text && node.data.trim() !== "") texts.push(node);
    }
    return texts;
  };
  const isIcon = ({ parentElement: parent, data }: Text): boolean => {
    if (parent === null || !/^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(data.trim().slice(0, 100))) return false;
    const [font = ""] = getComputedStyle(parent).fontFamily.split(",", 1);
    return /icon|symbol|material/i.test(font);
  };
  const hasText: Passes = (element) => {
    const icons = textsIn(element).filter(isIcon);
    if (icons.length === 0) return true;
    const name = axe.commons.text.accessibleText(element).trim().slice(0, 101);
    return !icons.some(({ data }) => data.trim() === name);
  };
  const correct = (id: string, confirms: Passes, message: string): void => {
    const check = axe._audit.checks[id];
    const texts = axe._audit.data.checks[id]?.messages;
    if (!check || !texts) return;
    const { evaluate } = check;
    const { fail } = texts;
    texts.fail = typeof fail === "object" ? { ...fail, unclear: message } : { default: fail, unclear: message };
    check.evaluate = function (element, options, node) {
      const passes = evaluate.call(this, element, options, node);
      if (passes !== true || confirms(element)) return passes;
      this.data({ messageKey: "unclear" });
      return false;
    };
  };
  correct("non-empty-placeholder", saysSomething, "Element's placeholder has no letters");
  for (const id of ["button-has-visible-text", "has-visible-text"])
    correct(id, hasText, "Element's only text is the name of an icon in an icon font");
};
