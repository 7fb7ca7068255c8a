import type { ContrastTarget } from "./rules/read-contrast-target";

export type Color = [red: number, green: number, blue: number];

/** An image with three or four bytes per pixel. */
export interface Picture {
  width: number;
  height: number;
  channels: number;
  data: ArrayLike<number>;
}

export interface ContrastOutcome {
  outcome: "pass" | "fail";
  ratio: number;
  required: number;
  text: Color;
  background: Color;
}

/** Minimum contrast ratios of text for criterion 1.4.3 (level AA) and criterion 1.4.6 (level AAA). */
const minimumContrast = { AA: { large: 3, usual: 4.5 }, AAA: { large: 4.5, usual: 7 } } as const;
export type ContrastLevel = keyof typeof minimumContrast;

/** The colour in which text is marked in one of the screenshots. */
const MARK: Color = [255, 0, 255];
/** Minimum share of a pixel that a stroke must cover. Thin strokes cover pixels only partly. */
const LEAST_COVERAGE = 0.6;
const LEAST_PIXELS = 12;
/**
 * Maximum number of disturbed pixels, as a share of the usable ones. A pixel is disturbed if it changed for a reason
 * other than the mark, such as a moving background or overlapping text.
 */
const MOST_STRANGE = 0.1;
const MAX_PIXELS = 200_000;

const PASSING = { most: 0.01, margin: 1.02 };
const FAILING = { least: 0.5, margin: 0.97 };

const channel = (value: number): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Color): number =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);

/** Contrast ratio as defined in WCAG 2, from 1 to 21. */
export const contrastRatio = (one: Color, other: Color): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const pixelAt = ({ data, channels }: Picture, at: number): Color => [
  data[at * channels] ?? 0,
  data[at * channels + 1] ?? 0,
  data[at * channels + 2] ?? 0,
];

const mix = (over: Color, under: Color, alpha: number): Color => [
  over[0] * alpha + under[0] * (1 - alpha),
  over[1] * alpha + under[1] * (1 - alpha),
  over[2] * alpha + under[2] * (1 - alpha),
];

const dot = (a: Color, b: Color): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Color, b: Color): Color => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Returns the share of a pixel that the text covers; null if the pixel has changed in another way. */
const coverage = (empty: Color, marked: Color): number | null => {
  const full = minus(MARK, empty);
  const change = minus(marked, empty);
  const share = dot(change, full) / Math.max(1, dot(full, full));
  const rest = minus(change, [full[0] * share, full[1] * share, full[2] * share]);
  return dot(rest, rest) > 900 ? null : share;
};

/** Yields the indexes of the pixels in these lines of text. */
function* pixelsIn(lines: ContrastTarget["lines"], scale: number, { width, height }: Picture): Generator<number> {
  for (const line of lines) {
    const right = Math.min(width, Math.ceil((line.x + line.width) * scale));
    const bottom = Math.min(height, Math.ceil((line.y + line.height) * scale));
    for (let y = Math.floor(line.y * scale); y < bottom; y += 1)
      for (let x = Math.floor(line.x * scale); x < right; x += 1) yield y * width + x;
  }
}

/** Returns the background colours behind the strokes of the text; null if too few pixels are usable. */
const backgroundsOf = (lines: ContrastTarget["lines"], scale: number, empty: Picture, marked: Picture) => {
  const backgrounds: Color[] = [];
  let strange = 0;
  for (const pixel of pixelsIn(lines, scale, empty)) {
    if (backgrounds.length >= MAX_PIXELS) break;
    const background = pixelAt(empty, pixel);
    const covered = coverage(background, pixelAt(marked, pixel));
    if (covered === null) strange += 1;
    else if (covered >= LEAST_COVERAGE) backgrounds.push(background);
  }
  const isClear = backgrounds.length >= LEAST_PIXELS && strange <= backgrounds.length * MOST_STRANGE;
  return isClear ? backgrounds : null;
};

/**
 * Compares the text colour with the pixels behind the strokes, using two screenshots of the window: one without the
 * text, and one with the text marked. Returns null if the result isn't clear.
 */
export const judgeContrast = (
  target: ContrastTarget,
  { width, empty, marked }: { width: number; empty: Picture; marked: Picture },
  level: ContrastLevel = "AA",
): ContrastOutcome | null => {
  const backgrounds = backgroundsOf(target.lines, empty.width / width, empty, marked);
  if (backgrounds === null) return null;
  const required = minimumContrast[level][target.isLarge ? "large" : "usual"];
  const [red, green, blue, alpha] = target.color;
  const pairs = backgrounds
    .map((background) => {
      const text = mix([red, green, blue], background, alpha);
      return { ratio: contrastRatio(text, background), text, background };
    })
    .sort((a, b) => a.ratio - b.ratio);
  const shareBelow = (limit: number): number => pairs.filter(({ ratio }) => ratio < limit).length / pairs.length;
  const at = (share: number) => pairs[Math.floor((pairs.length - 1) * share)];
  const fails = !target.hasShadow && shareBelow(required * FAILING.margin) >= FAILING.least;
  const passes = shareBelow(required * PASSING.margin) <= PASSING.most;
  const typical = at(fails ? FAILING.least / 2 : 0);
  if (!typical || fails === passes) return null;
  return { ...typical, outcome: fails ? "fail" : "pass", required };
};
