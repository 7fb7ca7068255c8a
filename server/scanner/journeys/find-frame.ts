import type { Frame, Locator, Page } from "playwright-core";
import { z } from "zod";
import type { JourneyFrame } from "../journey-contract";

const MOST_FRAMES = 50;
const LONGEST_NAME = 300;
const TIMEOUT_MS = 2_000;

const Names = z.array(z.array(z.string().transform((name) => name.slice(0, LONGEST_NAME))).max(3)).max(MOST_FRAMES);

const limits = { most: MOST_FRAMES, longest: LONGEST_NAME };

/** Runs in the page: returns the title, `aria-label` and name of each frame. */
const readNames = (frames: Element[], { most, longest }: typeof limits): string[][] =>
  frames
    .slice(0, most)
    .map((frame) => ["title", "aria-label", "name"].map((name) => (frame.getAttribute(name) ?? "").slice(0, longest)));

const toKey = (name: string): string => name.replace(/\s+/g, " ").trim().toLowerCase();

/** Returns the indexes of the frames with this name or, if there are none, of those whose name contains it. */
const findNamed = (names: readonly string[][], wanted: string): number[] => {
  const key = toKey(wanted);
  const matching = (isMatch: (name: string) => boolean): number[] =>
    names.flatMap((each, index) => (each.some((name) => isMatch(toKey(name))) ? [index] : []));
  const exact = matching((name) => name === key);
  return exact.length > 0 ? exact : matching((name) => name.includes(key));
};

const contentOf = async (element: Locator): Promise<Frame | 0> => {
  const handle = await element.elementHandle({ timeout: TIMEOUT_MS });
  try {
    return (await handle.contentFrame()) ?? 0;
  } finally {
    await handle.dispose();
  }
};

/** Returns the page's visible frame that matches or, unless exactly one matches, the number of matching frames. */
export const findFrame = async (page: Page, { name, css }: JourneyFrame): Promise<Frame | number> => {
  const isFrame = page.locator("iframe, frame");
  const frames = (css === undefined ? isFrame : page.locator(`css=${css}`).and(isFrame)).filter({ visible: true });
  if (name === undefined) {
    const count = await frames.count();
    return count === 1 ? contentOf(frames) : count;
  }
  const found = findNamed(Names.parse(await frames.evaluateAll(readNames, limits)), name);
  const [index] = found;
  return index === undefined || found.length > 1 ? found.length : contentOf(frames.nth(index));
};

/** Returns the focused element, whichever frame it is in. */
export const findFocused = async (page: Page): Promise<Locator> => {
  for (const frame of page.frames().slice(0, MOST_FRAMES)) {
    const focused = frame.locator("*:focus").first();
    // Skips a frame that has been removed in the meantime.
    if ((await focused.count().catch(() => 0)) > 0) return focused;
  }
  return page.locator("*:focus").first();
};
