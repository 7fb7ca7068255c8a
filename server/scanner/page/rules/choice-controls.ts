import type { Observations } from "./observations";

/** Drop-down lists, checkboxes and radio buttons that may trigger the page's scripts when they change. */
export interface ChoiceControls {
  /**
   * For up to ten drop-down lists, checkboxes and radio buttons, returns the key that changes the control and the key
   * that changes it back.
   */
  listChoices(): { key: string; back: string }[];
  focusChoice(number: number): void;
  restoreChoice(number: number): void;
  /**
   * Records what changing a control does. If it navigates away from the page, the control fails, or needs review if the
   * page may warn about this. A control that only reloads the page needs review.
   */
  noteChoice(number: number, effect: "none" | "reloads" | "leaves"): void;
}

export interface ChoiceElements {
  noteChoiceListeners(...nodes: Node[]): void;
}

type Control = HTMLSelectElement | HTMLInputElement;

/** Runs in the page. */
export const createChoiceControls = (note: Observations["note"], most = 10): ChoiceControls & ChoiceElements => {
  let listening: readonly Node[] = [];
  let choices: { control: Control; index: number; checked: Element[] }[] = [];
  const isControl = (element: Element): element is Control =>
    (element instanceof HTMLSelectElement && !element.multiple && element.size <= 1 && element.options.length > 1) ||
    (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type));
  const isUsable = (control: Control): boolean =>
    !control.matches(":disabled") &&
    control.tabIndex >= 0 &&
    control.checkVisibility({ checkVisibilityCSS: true }) &&
    /^(?:_self)?$/i.test(control.form?.getAttribute("target") ?? "") &&
    listening.some((node) => pageTree.contains(node, control));
  const radiosOf = (control: Element): HTMLInputElement[] =>
    pageTree.findAll<HTMLInputElement>("input[type=radio]").filter((each) => {
      const isSame = each.name === control.getAttribute("name") && each.getRootNode() === control.getRootNode();
      return each === control || (each.name !== "" && isSame);
    });
  const isChecked = (each: Element): boolean => each instanceof HTMLInputElement && each.checked;
  const keysOf = (control: Control): { key: string; back: string } => {
    if (control instanceof HTMLInputElement && control.type === "checkbox") return { key: " ", back: " " };
    const isLast = control instanceof HTMLSelectElement && control.selectedIndex === control.options.length - 1;
    if (control instanceof HTMLInputElement && !control.checked) return { key: " ", back: "" };
    return isLast ? { key: "ArrowUp", back: "ArrowDown" } : { key: "ArrowDown", back: "ArrowUp" };
  };
  /**
   * Reports whether the page may warn people that changing the control navigates away. Returns true for pages in
   * languages whose words for this aren't listed here.
   */
  const mayWarn = (control: Control): boolean => {
    const known = /^(?:en|de|fr|es|it|nl|pt)\b/i.test(document.documentElement.lang);
    const around = control.closest("form, section, article, header, main, body") ?? control.parentElement;
    const described = (control.getAttribute("aria-describedby") ?? "").split(/\s+/);
    const texts = [around, ...described.map((id) => pageTree.findById(control, id)), ...(control.labels ?? [])];
    const words =
      /automati|immediate|straight away|at once|as soon as|reload|refresh|leave|go to|jump|sofort|sobald|direkt|neu lad|wechsel|immédiat|dès que|recharg|aller à|inmediat|recarg|ir a|al elegir|subito|ricaric|vai a|meteen|direct|zodra|ga naar|imediat/i;
    return !known || texts.some((each) => words.test((each?.textContent ?? "").slice(0, 2_000)));
  };
  return {
    noteChoiceListeners: (...nodes) => {
      listening = nodes;
    },
    listChoices: () => {
      const all = pageTree.findAll("select, input[type=checkbox], input[type=radio]").slice(0, 300);
      const usable = all.filter(isControl).filter(isUsable).slice(0, most);
      choices = usable.map((control) => ({
        control,
        index: control instanceof HTMLSelectElement ? control.selectedIndex : -1,
        checked: control instanceof HTMLInputElement ? [control, ...radiosOf(control)].filter(isChecked) : [],
      }));
      return usable.map(keysOf);
    },
    focusChoice: (number) => choices[number]?.control.focus({ preventScroll: true }),
    restoreChoice: (number) => {
      const { control, index, checked } = choices[number] ?? {};
      if (control instanceof HTMLSelectElement) control.selectedIndex = index ?? -1;
      if (control instanceof HTMLInputElement)
        for (const each of [control, ...radiosOf(control)]) each.checked = checked?.includes(each) ?? false;
    },
    noteChoice: (number, effect) => {
      const control = choices[number]?.control;
      const isUnsure = (): boolean => effect === "reloads" || (control !== undefined && mayWarn(control));
      if (control) note("change-on-input", [control], effect === "none" || (isUnsure() ? undefined : false));
    },
  };
};
