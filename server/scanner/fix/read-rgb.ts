import type { Rgb } from "@/server/core/oklab";

/** Reads a computed colour: `rgb(…)` or `rgba(…)`. Returns null for other colour spaces. */
export const readRgb = (text: string): { rgb: Rgb; alpha: number } | null => {
  const numbers = /^rgba?\((\d{1,3}), (\d{1,3}), (\d{1,3})(?:, ([\d.]{1,10}))?\)$/.exec(text);
  if (!numbers) return null;
  const [, red, green, blue, alpha] = numbers;
  return { rgb: [Number(red), Number(green), Number(blue)], alpha: alpha === undefined ? 1 : Number(alpha) };
};

/** Returns the colour that results when a colour with this opacity is painted on top of another colour. */
export const blend = (over: Rgb, alpha: number, under: Rgb): Rgb => {
  const mix = (at: 0 | 1 | 2): number => Math.round(over[at] * alpha + under[at] * (1 - alpha));
  return [mix(0), mix(1), mix(2)];
};
