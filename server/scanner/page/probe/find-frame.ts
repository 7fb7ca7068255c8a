/**
 * Runs in the page: returns the outermost frame in a path from axe, which has one part for each frame and one for the
 * element. Returns null if the element isn't in a frame.
 */
export const findFrame = ([outermost, ...inner]: readonly (string | string[])[]): Element | null => {
  if (outermost === undefined || inner.length === 0) return null;
  let root: Document | ShadowRoot | null = document;
  let found: Element | null = null;
  for (const part of [outermost].flat()) {
    found = root?.querySelector(part) ?? null;
    root = found?.shadowRoot ?? null;
  }
  return found;
};
