import { contrastOf, nearestPassing, toHex } from "@/server/core/contrast";
import type { Rgb } from "@/server/core/oklab";
import { attributeOf, setAttribute } from "../markup/edit";
import { draft, type Fixer } from "./draft";

const named: Readonly<Record<string, string>> = {
  black: "#000000",
  white: "#ffffff",
  gray: "#808080",
  grey: "#808080",
  silver: "#c0c0c0",
  lightgray: "#d3d3d3",
  lightgrey: "#d3d3d3",
  darkgray: "#a9a9a9",
  darkgrey: "#a9a9a9",
  red: "#ff0000",
  green: "#008000",
  blue: "#0000ff",
  yellow: "#ffff00",
  orange: "#ffa500",
  lime: "#00ff00",
  pink: "#ffc0cb",
  tomato: "#ff6347",
  teal: "#008080",
  navy: "#000080",
};

const readColour = (text: string): Rgb | null => {
  const value = named[text.trim().toLowerCase()] ?? text.trim().toLowerCase();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(value);
  const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(value);
  const parts = short
    ? short.slice(1).map((part) => Number.parseInt(part + part, 16))
    : (long?.slice(1).map((part) => Number.parseInt(part, 16)) ?? rgb?.slice(1).map(Number));
  const [red, green, blue] = parts ?? [];
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue];
};

const declarations = (style: string): Map<string, string> =>
  new Map(
    style.split(";").flatMap((part) => {
      const [name, ...value] = part.split(":");
      return name?.trim() && value.length > 0 ? [[name.trim().toLowerCase(), value.join(":").trim()] as const] : [];
    }),
  );

/** Minimum contrast ratios in WCAG 2.2: criterion 1.4.3 for level AA, and 1.4.6 for level AAA. */
const ratios = { AA: { large: 3, usual: 4.5 }, AAA: { large: 4.5, usual: 7 } } as const;
type Level = keyof typeof ratios;

/** Returns the minimum contrast ratio. Text is large if it is at least 24 px, or bold and at least 18.66 px. */
const ratioFor = (style: Map<string, string>, level: Level): number => {
  const size = Number(/^([\d.]+)px$/.exec(style.get("font-size") ?? "")?.[1] ?? 16);
  const bold = /^(?:bold|[789]00)$/.test(style.get("font-weight") ?? "");
  return size >= 24 || (bold && size >= 18.66) ? ratios[level].large : ratios[level].usual;
};

const fixContrast = (level: Level, { html, tokens }: Parameters<Fixer>[0]): ReturnType<Fixer> => {
  for (const token of tokens) {
    const text = token.kind === "open" ? attributeOf(token, "style") : null;
    if (token.kind !== "open" || !text) continue;
    const style = declarations(text);
    const colour = readColour(style.get("color") ?? "");
    const ground = readColour(style.get("background-color") ?? style.get("background") ?? "");
    if (!colour || !ground) continue;
    const ratio = ratioFor(style, level);
    const passing = nearestPassing(colour, ground, ratio);
    if (!passing) continue;
    const fixed = text.replace(/(^|;)(\s*color\s*:\s*)[^;]+/i, `$1$2${toHex(passing)}`);
    const [was, is] = [contrastOf(colour, ground), contrastOf(passing, ground)].map((each) => each.toFixed(2));
    const explanation = `${toHex(passing)} is the nearest shade of this colour with a contrast ratio of at least ${ratio}:1 on ${toHex(ground)}: ${is}:1 instead of ${was}:1. If the colour comes from a palette, change it there.`;
    return [draft(setAttribute(html, token, "style", fixed), explanation)];
  }
  return [];
};

export const contrastFixers: Readonly<Record<string, Fixer>> = {
  "color-contrast": (snippet) => fixContrast("AA", snippet),
  "color-contrast-enhanced": (snippet) => fixContrast("AAA", snippet),
};
