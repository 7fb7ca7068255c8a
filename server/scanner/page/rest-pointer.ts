import type { Tab } from "../browser/open-tab";

/**
 * Moves the pointer out of the window, so that no element is in its hover state. In a new tab, the pointer is at the
 * top left. The pointer leaves the window at the left edge, because some pages open a dialog when it leaves at the top.
 */
export const restPointer = async ({ page }: Tab): Promise<void> => {
  const height = page.viewportSize()?.height ?? 0;
  await page.mouse.move(-10, Math.round(height / 2));
};
