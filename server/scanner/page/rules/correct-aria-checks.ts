import type { AxeInPage } from "../probe/run-axe";

/**
 * Runs in the page: corrects axe's check of the ARIA attributes that a role allows. If an element has several roles,
 * axe assumes that it has none, although browsers use the first one that they support.
 */
export const correctAllowedAttributes = (axe: AxeInPage): void => {
  const { aria } = axe.commons;
  const check = axe._audit.checks["aria-allowed-attr"];
  if (!check) return;
  const { evaluate } = check;
  check.evaluate = function (element, options, node) {
    const passes = evaluate.call(this, element, options, node);
    const roles = element.getAttribute("role")?.trim().split(/\s+/) ?? [];
    if (passes !== false || roles.length < 2) return passes;
    const role = aria.getRole(element, { fallback: true });
    const allowed = role === null ? [] : aria.allowedAttr(role);
    return element.getAttributeNames().every((name) => !name.startsWith("aria-") || allowed.includes(name));
  };
};

/**
 * Runs in the page: corrects axe's messages about elements whose role is presentational although they can be focused or
 * have an ARIA attribute. For these checks, the reason that axe gives is the opposite of what it found.
 */
export const correctMessages = (axe: AxeInPage): void => {
  for (const id of ["is-element-focusable", "has-global-aria-attribute"]) {
    const { messages } = axe._audit.data.checks[id] ?? {};
    if (messages) messages.fail = messages.pass;
  }
};
