import { z } from "zod";
import { contrastOf, nearestPassing, readHex, toHex } from "@/server/core/contrast";
import { colourDistance, type Rgb, toOklab } from "@/server/core/oklab";
import type { Tab } from "../browser/open-tab";
import { callFixTool } from "./call-tool";
import { chooseGradient } from "./choose-gradient";
import type { Paint } from "./in-page/read-colours";
import type { PageFinding } from "./read-findings";
import { readRgb } from "./read-rgb";
import type { StyleProposal } from "./style-candidate";

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
const Colours = z.array(z.string().max(200)).max(200);
export const PaintAnswer: z.ZodType<Paint> = z.object({
  colour: z.string().max(200),
  ground: z.number().int(),
  background: z.string().max(200),
  isPicture: z.boolean(),
  gradient: z.string().max(2_000),
  opacity: z.number().min(0).max(1),
});

/** Maximum distance at which a colour still looks like a variant of the colour that it replaces. */
const MAX_DISTANCE = 0.15;
/** Maximum difference in hue, in radians. */
const MAX_TURN = 0.5;
/**
 * Factors by which the required contrast ratio is multiplied for text on an image or gradient: the background colour is
 * known for only one typical pixel, but the text has to stand out from every pixel.
 */
const PICTURE_MARGINS = [1.15, 1.5];
/** Colours with less chroma than this are greys, whose hue is meaningless. */
const GREY = 0.03;

/** Reads an element's colours and required contrast from axe's message. */
const readSummary = (summary: string): { text: Rgb; ground: Rgb; ratio: number } | null => {
  const [, text] = /foreground color: (#[0-9a-f]{6})/.exec(summary) ?? [];
  const [, ground] = /background color: (#[0-9a-f]{6})/.exec(summary) ?? [];
  const [, ratio] = /Expected contrast ratio of ([\d.]{1,5}):1/.exec(summary) ?? [];
  return text && ground && ratio ? { text: readHex(text), ground: readHex(ground), ratio: Number(ratio) } : null;
};

/** Reports whether two colours have a similar hue or are both greys. */
const isSameHue = (one: Rgb, other: Rgb): boolean => {
  const [[, a1, b1], [, a2, b2]] = [toOklab(one), toOklab(other)];
  const [chroma1, chroma2] = [Math.hypot(a1, b1), Math.hypot(a2, b2)];
  if (chroma1 < GREY) return chroma2 < GREY;
  const turn = Math.abs(Math.atan2(b1, a1) - Math.atan2(b2, a2));
  return chroma2 >= GREY && Math.min(turn, 2 * Math.PI - turn) < MAX_TURN;
};

/**
 * Returns colours with at least this contrast ratio against another colour, best first: the nearest colour in the
 * page's palette that looks like a variant of `colour`, then the nearest shade of `colour`.
 */
export const chooseColours = (colour: Rgb, against: Rgb, ratio: number, palette: readonly Rgb[]): Rgb[] => {
  const shade = nearestPassing(colour, against, ratio);
  const own = palette
    .filter((each) => contrastOf(each, against) >= ratio && isSameHue(colour, each))
    .map((each) => ({ each, distance: colourDistance(colour, each) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((one, other) => one.distance - other.distance);
  return [...own.slice(0, 1).map(({ each }) => each), ...(shade ? [shade] : [])];
};

interface Option {
  property: "color" | "background-color";
  styled: number;
  colours: Rgb[];
  distance: number;
}

const optionOf = (property: Option["property"], styled: number, colour: Rgb, colours: Rgb[]): Option[] => {
  const [first] = colours;
  return first ? [{ property, styled, colours, distance: colourDistance(colour, first) }] : [];
};

const proposeFor = (element: number, { property, styled, colours }: Option): StyleProposal[] =>
  (["rule", "attribute"] as const).flatMap((where) =>
    colours.map((colour) => ({
      kind: "colour" as const,
      element,
      styled,
      values: { [property]: toHex(colour) },
      setBy: property === "color" ? ["color"] : ["background-color", "background"],
      isInherited: property === "color",
      where,
    })),
  );

/** Returns the colour that makes an element with this opacity look like `seen`; null if there is no such colour. */
const unfade = (seen: Rgb, ground: Rgb, opacity: number): Rgb | null => {
  const parts = seen.map((value, at) => Math.round((value - (1 - opacity) * (ground[at] ?? 0)) / opacity));
  const [red = -1, green = -1, blue = -1] = parts;
  return parts.every((value) => value >= 0 && value <= 255) ? [red, green, blue] : null;
};

/** Returns the colours in the page's palette. */
export const readPalette = async (tab: Tab): Promise<Rgb[]> =>
  Colours.parse(await callFixTool(tab, "palette")).flatMap((text) => {
    const read = readRgb(text);
    return read?.alpha === 1 ? [read.rgb] : [];
  });

/**
 * Returns colours for text on an image or gradient, best first. If no colour has enough additional contrast, falls back
 * to white for light text or black for dark text, provided that this colour has at least the required contrast:
 * screenshots may still show that the text stands out from every pixel.
 */
const chooseOnPicture = (text: Rgb, ground: Rgb, ratio: number, palette: readonly Rgb[]): Rgb[] => {
  const isLight = (colour: Rgb): boolean => contrastOf(white, colour) < contrastOf(white, ground);
  const colours = PICTURE_MARGINS.flatMap((margin) => chooseColours(text, ground, ratio * margin, palette)).filter(
    (colour) => isLight(colour) === isLight(text),
  );
  if (colours.length > 0) return colours;
  const furthest = isLight(text) ? white : black;
  return isSameHue(text, furthest) && contrastOf(furthest, ground) >= ratio ? [furthest] : [];
};

/** Maximum number of text colours to try on an image or gradient. */
const MAX_TEXTS = 2;

/** Proposes colours for text on an image or gradient, and shades of the gradient. Changes to CSS rules come first. */
const proposeOnPicture = (element: number, texts: readonly Rgb[], paint: Paint, ratio: number): StyleProposal[] => {
  const unique = [...new Map(texts.map((each) => [toHex(each), each])).values()].slice(0, MAX_TEXTS);
  const gradient = chooseGradient(paint, ratio);
  const grounds: StyleProposal[] = (gradient ? (["rule", "attribute"] as const) : []).map((where) => ({
    kind: "colour",
    element,
    styled: paint.ground,
    values: { "background-image": gradient ?? "" },
    setBy: ["background-image", "background"],
    where,
  }));
  const colours = optionOf("color", element, texts[0] ?? white, unique).flatMap((each) => proposeFor(element, each));
  const isInRule = ({ where }: StyleProposal): boolean => where === "rule";
  const all = [...colours, ...grounds];
  return [...all.filter(isInRule), ...all.filter((each) => !isInRule(each))];
};

/**
 * Proposes text and background colours for text with too little contrast, smallest change first. Each colour is tried
 * in the CSS rule that sets the property, then in the style attribute.
 */
export const proposeColours = async (tab: Tab, { element, summary }: PageFinding): Promise<StyleProposal[]> => {
  const seen = readSummary(summary);
  const paint = PaintAnswer.nullable().parse(await callFixTool(tab, "paint", element));
  if (!seen || !paint) return [];
  const palette = await readPalette(tab);
  const { text, ground, ratio } = seen;
  const choose = paint.isPicture ? chooseOnPicture : chooseColours;
  const texts = choose(text, ground, ratio, palette)
    .map((colour) => (paint.opacity === 1 ? colour : unfade(colour, ground, paint.opacity)))
    .filter((colour) => colour !== null);
  if (paint.isPicture) return proposeOnPicture(element, texts, paint, ratio);
  const solid = paint.opacity === 1 && readRgb(paint.background)?.alpha === 1;
  const grounds = solid ? chooseColours(ground, text, ratio, palette) : [];
  return [...optionOf("color", element, text, texts), ...optionOf("background-color", paint.ground, ground, grounds)]
    .sort((one, other) => one.distance - other.distance)
    .flatMap((option) => proposeFor(element, option));
};
