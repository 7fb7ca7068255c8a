/** Limits on the selectors for elements to exclude from audits. */
export const MAX_SELECTORS = 50;
export const MAX_SELECTOR_LENGTH = 500;
