/**
 * Runs in the page: reports whether the page has a control with a name. Such a control may stop movement or changes on
 * the page.
 */
export const hasStopControl = (): boolean => {
  const controls =
    "button, input[type=button], input[type=checkbox], input[type=submit], [role='button'], [role='switch'], [onclick], a[href^='#']";
  const names = ["aria-label", "aria-labelledby", "title", "value"];
  const labelOf = (control: Element): string =>
    `${control.textContent}${names.map((name) => control.getAttribute(name) ?? "").join("")}`;
  return [...document.querySelectorAll(controls)].some((control) => labelOf(control).trim() !== "");
};
