import type { AxeInPage } from "../probe/run-axe";

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
