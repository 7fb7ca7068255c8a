type Rgb = readonly [number, number, number];

const toRgb = (colour: string): Rgb => {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
};

const toHex = (rgb: readonly number[]): string =>
  `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

const linear = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Returns the contrast ratio of a colour such as #0b5fff against white, from 1 to 21 (WCAG 2, relative luminance). */
export const contrastWithWhite = (colour: string): number => {
  const [red, green, blue] = toRgb(colour);
  return 1.05 / (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05);
};

/** Minimum contrast of text under WCAG 2, success criterion 1.4.3. */
export const textContrast = 4.5;

/** Steps in which a colour is darkened; neighbouring steps look the same. */
const steps = 1_000;

/** Returns the colour itself, or its lightest shade with at least this contrast ratio against white. */
export const readableOnWhite = (colour: string, ratio: number): string => {
  const rgb = toRgb(colour);
  for (let step = steps; step > 0; step -= 1) {
    const shade = toHex(rgb.map((value) => Math.floor((value * step) / steps)));
    if (contrastWithWhite(shade) >= ratio) return shade;
  }
  return "#000000";
};
