import type { ReportImpact } from "../report-data";

export const palette = {
  ink: "#12161c",
  quiet: "#434b57",
  line: "#d3d8de",
  panel: "#f4f6f8",
  paper: "#ffffff",
  accent: "#3730a3",
  good: "#14633a",
  middling: "#7a4b00",
  poor: "#8a1c1c",
};

export type ImpactColours = { text: string; fill: string; strong: string };

export const impactColours: Record<ReportImpact, ImpactColours> = {
  critical: { text: "#7a1616", fill: "#fdecec", strong: "#b42318" },
  serious: { text: "#6e2c00", fill: "#fdf0e4", strong: "#c4560a" },
  moderate: { text: "#564200", fill: "#fbf4d7", strong: "#94700a" },
  minor: { text: "#334155", fill: "#eef1f5", strong: "#64748b" },
  needs_review: { text: "#3b2a80", fill: "#f0edfb", strong: "#6d5bd0" },
};

export const passedColours: Pick<ImpactColours, "text" | "fill"> = { text: palette.good, fill: "#e5f5ec" };

type Rgb = [number, number, number];

const channel = (hex: string, index: number): number => Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16);

const toRgb = (colour: string): Rgb => {
  const hex = colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join("")}` : colour;
  return [channel(hex, 0), channel(hex, 1), channel(hex, 2)];
};

const toHex = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

const linear = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/** Returns the contrast ratio of two colours, from 1 to 21, as defined by WCAG 2. */
export const contrast = (one: string, other: string): number => {
  const levels = [luminance(toRgb(one)), luminance(toRgb(other))];
  return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
};

const TEXT_CONTRAST = 7;

/** Returns the colour, darkened in steps of 5% until it has a contrast of at least 7:1 on white. */
export const readableAccent = (accent: string | null | undefined): string => {
  if (!accent) return palette.accent;
  let rgb = toRgb(accent);
  while (contrast(toHex(rgb), palette.paper) < TEXT_CONTRAST) {
    const [red, green, blue] = rgb;
    rgb = [red * 0.95, green * 0.95, blue * 0.95];
  }
  return toHex(rgb);
};
