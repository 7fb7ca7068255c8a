import { type Color, contrastRatio, type Picture } from "./judge-contrast";
import type { ControlTarget } from "./rules/control-targets";

/** Minimum contrast of the parts of a control (WCAG 1.4.11 requires 3), with a margin for anti-aliased edges. */
const LEAST_CONTRAST = 2.9;
const WHITE: Color = [255, 255, 255];
/** Pixels with less contrast count as background. */
const DRAWN_CONTRAST = 1.04;
const LEAST_DRAWN = 12;
/** Minimum share of the pixels around a control that must have the same colour. */
const LEAST_UNIFORM = 0.97;
const MARGINS = { field: 3, toggle: 2, shape: 3, icon: 0 };

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const toArea = ({ x, y, width, height }: ControlTarget["area"], margin: number, scale: number): Area => ({
  left: Math.floor((x - margin) * scale),
  top: Math.floor((y - margin) * scale),
  right: Math.ceil((x + width + margin) * scale),
  bottom: Math.ceil((y + height + margin) * scale),
});

const isIn = ({ left, top, right, bottom }: Area, x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom;

const colorAt = ({ data, channels, width }: Picture, x: number, y: number): Color => {
  const at = (y * width + x) * channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
};

/**
 * Returns the colour around an area; null if there is more than one. Colours that hardly differ, like those of a soft
 * shadow, count as one.
 */
const surroundings = (area: Area, texts: readonly Area[], picture: Picture): Color | null => {
  const counts = new Map<string, { color: Color; count: number }>();
  let all = 0;
  const add = (x: number, y: number): void => {
    if (texts.some((text) => isIn(text, x, y))) return;
    const color = colorAt(picture, x, y);
    const known = counts.get(color.join()) ?? { color, count: 0 };
    known.count += 1;
    all += 1;
    counts.set(color.join(), known);
  };
  for (let x = area.left; x < area.right; x += 1) for (const y of [area.top, area.bottom - 1]) add(x, y);
  for (let y = area.top; y < area.bottom; y += 1) for (const x of [area.left, area.right - 1]) add(x, y);
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  if (!most) return null;
  const alike = [...counts.values()].filter(({ color }) => contrastRatio(color, most.color) < DRAWN_CONTRAST);
  return alike.reduce((sum, { count }) => sum + count, 0) >= all * LEAST_UNIFORM ? most.color : null;
};

interface Drawn {
  count: number;
  /** The darkest and the lightest colour, including the background, each as its contrast with white. */
  darkest: number;
  lightest: number;
  around: Area;
}

const measureDrawn = (area: Area, texts: readonly Area[], background: Color, picture: Picture): Drawn => {
  const known = new Map<string, { contrast: number; toWhite: number }>();
  const measure = (color: Color) => {
    const key = color.join();
    const before = known.get(key);
    const now = before ?? { contrast: contrastRatio(color, background), toWhite: contrastRatio(color, WHITE) };
    if (!before) known.set(key, now);
    return now;
  };
  const { toWhite: start } = measure(background);
  const drawn = {
    count: 0,
    darkest: start,
    lightest: start,
    around: { left: area.right, top: area.bottom, right: 0, bottom: 0 },
  };
  for (let y = area.top; y < area.bottom; y += 1)
    for (let x = area.left; x < area.right; x += 1) {
      const { contrast, toWhite } = measure(colorAt(picture, x, y));
      if (contrast < DRAWN_CONTRAST || texts.some((text) => isIn(text, x, y))) continue;
      drawn.count += 1;
      drawn.darkest = Math.max(drawn.darkest, toWhite);
      drawn.lightest = Math.min(drawn.lightest, toWhite);
      drawn.around = {
        left: Math.min(drawn.around.left, x),
        top: Math.min(drawn.around.top, y),
        right: Math.max(drawn.around.right, x + 1),
        bottom: Math.max(drawn.around.bottom, y + 1),
      };
    }
  return drawn;
};

/** Reports whether the drawn area may be a checkbox, radio button or switch beside its text. */
const isToggle = ({ left, top, right, bottom }: Area, texts: readonly Area[], scale: number): boolean => {
  const [width, height] = [(right - left) / scale, (bottom - top) / scale];
  const isSmall = Math.min(width, height) >= 8 && width <= 80 && height <= 44;
  const overlaps = (text: Area): boolean =>
    text.left < right - 1 && text.right > left + 1 && text.top < bottom - 1 && text.bottom > top + 1;
  return isSmall && !texts.some(overlaps);
};

/**
 * Measures the colours of a control and the single colour around it in a screenshot. Returns the highest contrast
 * between any two of these colours, because a border may also stand out from the inside of a field. Returns null if
 * this contrast is sufficient, or if it isn't clear what makes the control visible. A control for which nothing is
 * drawn counts only if it was visible in an earlier view of the page.
 */
export const judgeControl = (
  { kind, area, texts, wasVisible }: ControlTarget,
  { width, picture }: { width: number; picture: Picture },
): number | null => {
  const scale = picture.width / width;
  const whole = toArea(area, MARGINS[kind], scale);
  const isInside = whole.left >= 0 && whole.top >= 0 && whole.right <= picture.width && whole.bottom <= picture.height;
  const textAreas = texts.map((text) => toArea(text, 1, scale));
  const background = isInside ? surroundings(whole, textAreas, picture) : null;
  if (background === null) return null;
  const drawn = measureDrawn(whole, textAreas, background, picture);
  const contrast = drawn.darkest / drawn.lightest;
  const isGone = drawn.count === 0 && wasVisible;
  const isClear = (drawn.count >= LEAST_DRAWN || isGone) && contrast < LEAST_CONTRAST;
  if (!isClear || (kind === "toggle" && !isToggle(drawn.around, textAreas, scale))) return null;
  return contrast;
};
