/** A colour in sRGB: red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/**
 * A colour in OKLab: lightness from 0 to 1, and two colour axes. Pairs of colours that are the same distance apart look
 * about equally different.
 */
export type Oklab = readonly [number, number, number];

/** Converts an sRGB channel, from 0 to 255, to linear light from 0 to 1 (IEC 61966-2-1). */
export const toLinear = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const fromLinear = (light: number): number =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** Converts to OKLab (Björn Ottosson, “A perceptual color space for image processing”, 2020). */
export const toOklab = ([red, green, blue]: Rgb): Oklab => {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

const fromOklab = ([lightness, a, b]: Oklab): [number, number, number] => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
};

const isInGamut = (rgb: readonly number[]): boolean => rgb.every((value) => value > -0.5 && value < 255.5);

/**
 * Returns a colour of the same hue with this lightness. It is as colourful as the original or, if sRGB doesn't allow
 * that, as colourful as possible.
 */
export const withLightness = ([, a, b]: Oklab, lightness: number): Rgb => {
  for (let share = 1; share > 0; share -= 0.05) {
    const rgb = fromOklab([lightness, a * share, b * share]);
    if (!isInGamut(rgb)) continue;
    const [red, green, blue] = rgb.map((value) => Math.min(255, Math.max(0, Math.round(value))));
    return [red ?? 0, green ?? 0, blue ?? 0];
  }
  const grey = Math.min(255, Math.max(0, Math.round(fromOklab([lightness, 0, 0])[0])));
  return [grey, grey, grey];
};

/** Returns how different two colours look: 0 for identical colours, 1 for black and white. */
export const colourDistance = (one: Rgb, other: Rgb): number => {
  const [l1, a1, b1] = toOklab(one);
  const [l2, a2, b2] = toOklab(other);
  return Math.hypot(l1 - l2, a1 - a2, b1 - b2);
};
