import { type Color, contrastRatio, type Picture } from "./judge-contrast";
import type { Box } from "./take-clip";

/** WCAG 1.4.11 requires 3, with a margin for anti-aliased edges. */
const LEAST_CONTRAST = 2.9;
const LEAST_CHANGED = 12;
/**
 * Minimum share of a ring's pixels that must stand out for the ring to be visible. A few pixels of a faint ring may
 * stand out too, where the ring overlaps something else, such as the next button.
 */
const LEAST_SHARE = 0.15;
/**
 * Maximum distance, in pixels, between a pixel of the ring and those that it is compared with. More than one, because
 * the edges of thick rings are blurred.
 */
const REACH = 3;

/** Returns the colour of a pixel as one number. */
const colorAt = ({ data, channels, width }: Picture, x: number, y: number): number => {
  const at = (y * width + x) * channels;
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
};

const directions = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

const BLACK: Color = [0, 0, 0];

/**
 * Returns a function that measures the contrast of two colours. Remembers each colour's brightness, because pictures
 * have few colours.
 */
const createMeasure = () => {
  const known = new Map<number, number>();
  const brightnessOf = (color: number): number => {
    const before = known.get(color);
    const brightness = before ?? contrastRatio([color >> 16, (color >> 8) & 255, color & 255], BLACK);
    if (before === undefined) known.set(color, brightness);
    return brightness;
  };
  return (one: number, other: number): number => {
    const [first, second] = [brightnessOf(one), brightnessOf(other)];
    return first > second ? first / second : second / first;
  };
};

/**
 * Compares pictures of an element without and with focus. Returns the contrast of the pixels that differ: with the same
 * pixels without focus, or with the pixels beside them, whichever is higher. Inside the element, only edges that are
 * new count, because text has edges anyway. Returns null if this contrast is sufficient, or if hardly anything differs.
 */
export const judgeFocusRing = (without: Picture, withFocus: Picture, inside: Box): number | null => {
  const { width, height } = withFocus;
  if (without.width !== width || without.height !== height) return null;
  const measure = createMeasure();
  const isInside = (x: number, y: number): boolean =>
    x >= inside.x && y >= inside.y && x < inside.x + inside.width && y < inside.y + inside.height;
  const besides = (x: number, y: number, color: number, before: number): number => {
    let best = 0;
    for (const [right, down] of directions)
      for (let step = 1; step <= REACH; step += 1) {
        const [atX, atY] = [x + right * step, y + down * step];
        if (atX < 0 || atY < 0 || atX >= width || atY >= height) break;
        const isOld = isInside(x, y) && measure(before, colorAt(without, atX, atY)) >= LEAST_CONTRAST;
        if (!isOld) best = Math.max(best, measure(color, colorAt(withFocus, atX, atY)));
      }
    return best;
  };
  const contrasts: number[] = [];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [before, color] = [colorAt(without, x, y), colorAt(withFocus, x, y)];
      if (before === color) continue;
      contrasts.push(Math.max(measure(before, color), besides(x, y, color, before)));
    }
  const typical = contrasts.toSorted((a, b) => b - a)[Math.floor(contrasts.length * LEAST_SHARE)] ?? 1;
  return contrasts.length >= LEAST_CHANGED && typical < LEAST_CONTRAST ? typical : null;
};
