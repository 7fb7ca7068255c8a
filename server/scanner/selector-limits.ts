/** Limits for the selectors of elements to leave out. */
export const MAX_SELECTORS = 50;
export const MAX_SELECTOR_LENGTH = 500;
