import { type Rgb, toLinear, toOklab, withLightness } from "./oklab";

/** Parses a hex colour such as #0b5fff. */
export const readHex = (colour: string): Rgb => {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
};

export const toHex = (rgb: readonly number[]): string =>
  `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance, as defined in WCAG 2.2. */
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);

/** Contrast ratio of two colours, from 1 to 21, as defined in WCAG 2.2. */
export const contrastOf = (one: Rgb, other: Rgb): number => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

const white: Rgb = [255, 255, 255];

/** Returns the contrast ratio of a colour such as #0b5fff against white, from 1 to 21. */
export const contrastWithWhite = (colour: string): number => contrastOf(readHex(colour), white);

/** Minimum contrast of text under WCAG 2, success criterion 1.4.3. */
export const textContrast = 4.5;

/** Number of steps in which a colour is darkened or lightened. With this many, adjacent steps look the same. */
const steps = 1_000;

/**
 * Returns the colour itself if it has at least this contrast ratio against white, otherwise the lightest shade that
 * reaches it.
 */
export const readableOnWhite = (colour: string, ratio: number): string => {
  const rgb = readHex(colour);
  for (let step = steps; step > 0; step -= 1) {
    const shade = toHex(rgb.map((value) => Math.floor((value * step) / steps)));
    if (contrastWithWhite(shade) >= ratio) return shade;
  }
  return "#000000";
};

/**
 * Returns the colour that looks most like `colour` among those with the same hue and at least this contrast ratio
 * against `other`; null if there is none.
 */
export const nearestPassing = (colour: Rgb, other: Rgb, ratio: number): Rgb | null => {
  if (contrastOf(colour, other) >= ratio) return colour;
  const lab = toOklab(colour);
  for (let step = 1; step <= steps; step += 1)
    for (const lightness of [lab[0] - step / steps, lab[0] + step / steps]) {
      if (lightness < 0 || lightness > 1) continue;
      const shade = withLightness(lab, lightness);
      if (contrastOf(shade, other) >= ratio) return shade;
    }
  return null;
};
