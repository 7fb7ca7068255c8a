import { contrastOf, toHex } from "@/server/core/contrast";
import { colourDistance, type Rgb, toOklab, withLightness } from "@/server/core/oklab";
import type { Paint } from "./in-page/read-colours";
import { blend, readRgb } from "./read-rgb";

/**
 * The colours of a gradient must have slightly more contrast than required, because contrast is measured on the
 * rendered pixels.
 */
const MARGIN = 1.04;
/** Maximum distance at which a colour still looks like a shade of the colour that it replaces. */
const MAX_DISTANCE = 0.2;
const STEPS = 200;

/**
 * Returns the nearest darker (-1) or lighter (1) shade on which the text has enough contrast; null if there is none.
 */
const chooseShade = (
  stop: Rgb,
  text: { rgb: Rgb; alpha: number },
  ratio: number,
  direction: 1 | -1,
): { shade: Rgb; distance: number } | null => {
  const lab = toOklab(stop);
  for (let step = 0; step <= STEPS; step += 1) {
    const lightness = lab[0] + (direction * step) / STEPS;
    if (lightness < 0 || lightness > 1) return null;
    const shade = step === 0 ? stop : withLightness(lab, lightness);
    if (contrastOf(blend(text.rgb, text.alpha, shade), shade) < ratio * MARGIN) continue;
    const distance = colourDistance(stop, shade);
    return distance <= MAX_DISTANCE ? { shade, distance } : null;
  }
  return null;
};

/**
 * Returns the gradient behind the text with each colour replaced by its nearest shade on which the text has enough
 * contrast; null if there are no such shades, or if the gradient isn't opaque.
 */
export const chooseGradient = ({ colour, gradient, opacity }: Paint, ratio: number): string | null => {
  const text = readRgb(colour);
  const stops = gradient.match(/rgba?\([^()]{1,60}\)/g)?.map(readRgb) ?? [];
  if (!text || opacity < 1 || stops.length < 2 || stops.some((stop) => stop?.alpha !== 1)) return null;
  const choices = ([-1, 1] as const).flatMap((direction) => {
    const shades = stops.flatMap((stop) => (stop ? (chooseShade(stop.rgb, text, ratio, direction) ?? []) : []));
    const distance = shades.reduce((sum, each) => sum + each.distance, 0);
    return shades.length === stops.length && distance > 0 ? [{ shades, distance }] : [];
  });
  const [best] = choices.sort((one, other) => one.distance - other.distance);
  if (!best) return null;
  const colours = best.shades.map(({ shade }) => toHex(shade));
  return gradient.replace(/rgba?\([^()]{1,60}\)/g, () => colours.shift() ?? "");
};
