import { contrastOf, toHex } from "@/server/core/contrast";
import type { Rgb } from "@/server/core/oklab";
import type { Tab } from "../browser/open-tab";
import { callFixTool } from "./call-tool";
import { PaintAnswer } from "./propose-colours";
import type { PageFinding } from "./read-findings";
import { readRgb } from "./read-rgb";
import type { StyleProposal } from "./style-candidate";

type Values = StyleProposal["values"];

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/**
 * Returns the styles of a ring on this background: black or white, whichever has more contrast. On an image, the ring
 * has both colours, so that it can be seen anywhere (WCAG technique C40).
 */
const ringOn = (answer: unknown, offset: 0 | -2): Values => {
  const paint = PaintAnswer.nullable().parse(answer);
  const ground = readRgb(paint?.background ?? "")?.rgb ?? white;
  const colour = contrastOf(black, ground) >= contrastOf(white, ground) ? black : white;
  const inset = offset < 0 ? "inset " : "";
  return {
    outline: `2px solid ${toHex(paint?.isPicture ? black : colour)}`,
    "outline-offset": `${offset}px`,
    ...(paint?.isPicture ? { "box-shadow": `${inset}0 0 0 4px ${toHex(white)}` } : {}),
  };
};

const insist = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([property, value]) => [property, `${value} !important`]));

/**
 * Proposes focus rings for an element and similar ones: first around the element, and then inside it, in case a ring
 * around it would be cut off. Each ring is proposed again with `!important`, in case other rules override it.
 */
export const proposeFocusRings = async (tab: Tab, { element }: PageFinding): Promise<StyleProposal[]> => {
  const around = ringOn(await callFixTool(tab, "paintAround", element), 0);
  const inside = ringOn(await callFixTool(tab, "paint", element), -2);
  return [around, insist(around), inside, insist(inside)].map((values) => ({
    kind: "colour",
    element,
    styled: element,
    values,
    setBy: [],
    state: ":focus-visible",
    where: "new rule",
  }));
};
